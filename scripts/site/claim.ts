import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { type Control, isAlive } from './control.ts'
import { commandOf, endProcess } from './processes.ts'

/** Who works on a data folder. SQLite fails under two runtimes at once, so there is one at a time. */
interface Holder {
  pid: number
  control: Control
  runtime: number | null
}

export interface Claim {
  /** Notes the runtime's process, to be ended by the next start should we be killed and leave it behind. */
  noteRuntime(pid: number): void
  release(): Promise<void>
}

export async function claim(folder: string, control: Control): Promise<Claim> {
  const holder = await holderThatStays(folder)
  if (holder) throw new Failure(`this data folder is in use by process ${holder.pid}: ${folder}`)
  // By another name first: whoever is killed in between leaves a note that can be read.
  const write = async (runtime: number | null) => {
    const unfinished = `${fileIn(folder)}.${runtime}`
    await writeFile(unfinished, JSON.stringify({ pid: process.pid, control, runtime } satisfies Holder), {
      mode: 0o600,
    })
    await rename(unfinished, fileIn(folder))
  }
  await write(null)
  return {
    // On a full disk the site goes on; only a kill would leave the runtime unfound.
    noteRuntime: (pid) => void write(pid).catch(() => {}),
    release: () => rm(fileIn(folder), { force: true }),
  }
}

/** One that is just stopping is given a moment, so that a restart need not wait for it. */
async function holderThatStays(folder: string): Promise<Holder | null> {
  let holder = await holderOf(folder)
  for (let tries = 0; holder && tries < 20; tries++) {
    await wait(100)
    holder = await holderOf(folder)
  }
  return holder
}

/** The live process that holds the folder. What a dead one left running is ended on the way. */
export async function holderOf(folder: string): Promise<Holder | null> {
  const holder = await readHolder(folder)
  if (holder === null || holder.pid === process.pid) return null
  if (await isAlive(holder.control)) return holder
  if (holder.runtime !== null && mayBeRuntime(holder.runtime)) await endProcess(holder.runtime)
  return null
}

/** A process id may have been given to another program since. One without a command line is about to end. */
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
