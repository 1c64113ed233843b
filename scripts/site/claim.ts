import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { type Control, isAlive } from './control.ts'
import { commandOf, endProcess } from './processes.ts'

/** The lock of a data folder. SQLite fails with two runtimes, so only one process may use it. */
interface Holder {
  pid: number
  control: Control
  runtime: number | null
}

export interface Claim {
  /** Records the process id of the runtime, so that the next start can end it if this process is killed. */
  noteRuntime(pid: number): void
  release(): Promise<void>
}

export async function claim(folder: string, control: Control): Promise<Claim> {
  const holder = await liveHolder(folder)
  if (holder) throw new Failure(`this data folder is in use by process ${holder.pid}: ${folder}`)
  // Written under a temporary name first, so that a kill leaves no partial file.
  const write = async (runtime: number | null) => {
    const unfinished = `${fileIn(folder)}.${runtime}`
    await writeFile(unfinished, JSON.stringify({ pid: process.pid, control, runtime } satisfies Holder), {
      mode: 0o600,
    })
    await rename(unfinished, fileIn(folder))
  }
  await write(null)
  return {
    // The site continues on a full disk; only after a kill would the runtime not be found.
    noteRuntime: (pid) => void write(pid).catch(() => {}),
    release: () => rm(fileIn(folder), { force: true }),
  }
}

/** Waits a moment for a process that is stopping, so that a restart works. */
async function liveHolder(folder: string): Promise<Holder | null> {
  let holder = await holderOf(folder)
  for (let tries = 0; holder && tries < 20; tries++) {
    await wait(100)
    holder = await holderOf(folder)
  }
  return holder
}

/** The live process that holds the folder. Ends the runtime of a dead one. */
export async function holderOf(folder: string): Promise<Holder | null> {
  const holder = await readHolder(folder)
  if (holder === null || holder.pid === process.pid) return null
  if (await isAlive(holder.control)) return holder
  if (holder.runtime !== null && mayBeRuntime(holder.runtime)) await endProcess(holder.runtime)
  return null
}

/** The process id may belong to another program now. A process without a command line is ending. */
function mayBeRuntime(pid: number): boolean {
  const command = commandOf(pid)
  return command === '' || command.includes('workerd')
}

const fileIn = (folder: string) => join(folder, 'running.json')

async function readHolder(folder: string): Promise<Holder | null> {
  try {
    return JSON.parse(await readFile(fileIn(folder), 'utf8'))
  } catch {
    return null
  }
}
