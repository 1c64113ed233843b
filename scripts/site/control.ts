import { randomBytes, timingSafeEqual } from 'node:crypto'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { sequential } from '#kernel/pause.ts'
import { Failure, inOneLine } from '../bootstrap/failure.mjs'
import { commandOf, endProcess } from './processes.ts'

/**
 * The control port of a running site for operator commands. It listens on loopback only and
 * requires a key from the data folder.
 */
export interface Control {
  port: number
  token: string
}

export type Print = (line: string) => void
/** Runs an operator command on the open site. */
export type Run = (command: string, args: string[], print: Print) => Promise<void>
type Said = { print: string } | { failure: string }

export async function openControl(run: Run): Promise<Control & { close(): void }> {
  const token = randomBytes(24).toString('base64url')
  const server = createServer(async (request, response) => {
    const given = Buffer.from(request.headers.authorization ?? '')
    if (given.length !== token.length || !timingSafeEqual(given, Buffer.from(token)))
      return response.writeHead(403).end()
    const say = (said: Said) => response.write(`${JSON.stringify(said)}\n`)
    try {
      const text = (await request.toArray()).join('')
      const { command, args } = JSON.parse(text)
      await run(command, args, (line) => say({ print: line }))
    } catch (error) {
      say({ failure: error instanceof Failure ? error.message : inOneLine(error) })
    }
    return response.end()
  })
  await new Promise<void>((resolve, reject) =>
    server.on('error', reject).listen(0, '127.0.0.1', resolve),
  )
  return {
    port: (server.address() as AddressInfo).port,
    token,
    close: () => void server.close().closeAllConnections(),
  }
}

/** Sends a command to the running site and prints its output. Throws the failure of the command. */
export async function order(
  control: Control,
  command: string,
  args: string[],
  print: Print,
): Promise<void> {
  const headers = { authorization: control.token }
  const body = JSON.stringify({ command, args })
  const response = await fetch(addressOf(control), { method: 'POST', headers, body })
  for await (const line of createInterface(Readable.from(response.body ?? []))) {
    const said: Said = JSON.parse(line)
    if ('failure' in said) throw new Failure(said.failure)
    print(said.print)
  }
}

/**
 * Whether the site that opened this control port is still running. A suspended site is running, but
 * does not respond.
 */
async function isAlive(control: Control): Promise<boolean> {
  try {
    await fetch(addressOf(control), { signal: AbortSignal.timeout(2_000) })
    return true
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError'
  }
}

const addressOf = ({ port }: Control) => `http://127.0.0.1:${port}`

/**
 * The lock of a data folder, stored in running.json. SQLite fails with two runtimes, so only one
 * process may use the folder.
 */
interface Holder {
  pid: number
  control: Control
  /** The process ids of the runtimes. Null until they have started. */
  runtime: number | null
  compute: number | null
}

export interface Claim {
  /**
   * Record the process ids of the runtimes, so that the next start can end them if this process is
   * killed. On a full disk an id is not recorded, and the site continues.
   */
  noteRuntime(pid: number): void
  noteCompute(pid: number): void
  release(): Promise<void>
}

/** Takes the lock. Refuses a folder that another process uses. */
export async function claim(folder: string, control: Control): Promise<Claim> {
  const holder = await liveHolder(folder)
  if (holder) throw new Failure(`this data folder is in use by process ${holder.pid}: ${folder}`)
  const current: Holder = { pid: process.pid, control, runtime: null, compute: null }
  const inOrder = sequential()
  // Written under a temporary name first, so that a kill leaves no partial file.
  const write = (change: Partial<Holder>) =>
    inOrder(async () => {
      const unfinished = `${fileIn(folder)}.new`
      await writeFile(unfinished, JSON.stringify(Object.assign(current, change)), { mode: 0o600 })
      await rename(unfinished, fileIn(folder))
    })
  await write({})
  return {
    noteRuntime: (runtime: number) => void write({ runtime }).catch(() => {}),
    noteCompute: (compute: number) => void write({ compute }).catch(() => {}),
    release: () => inOrder(() => rm(fileIn(folder), { force: true })),
  }
}

/** Waits up to two seconds for a process that is stopping, so that a restart works. */
async function liveHolder(folder: string): Promise<Holder | null> {
  let holder = await holderOf(folder)
  for (let tries = 0; holder && tries < 20; tries++) {
    await wait(100)
    holder = await holderOf(folder)
  }
  return holder
}

/**
 * The live process that uses the folder, null if there is none. Ends the runtimes of a process that
 * was killed.
 */
export async function holderOf(folder: string): Promise<Holder | null> {
  const holder = await readHolder(folder)
  if (holder === null || holder.pid === process.pid) return null
  if (await isAlive(holder.control)) return holder
  // An older version recorded no `compute`.
  for (const pid of [holder.runtime, holder.compute ?? null])
    if (pid !== null && mayBeRuntime(pid)) await endProcess(pid)
  return null
}

/**
 * The process id may belong to another program by now. A process without a command line is ending.
 */
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
