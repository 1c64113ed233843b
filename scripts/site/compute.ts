import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { JOB_MAX } from '#compute/client.ts'
import { COMPUTE, COMPUTE_CONFIG } from '../build/paths.ts'
import { endProcess } from './processes.ts'

/**
 * The compute Worker on one machine: a workerd process of its own, so that long work does not delay
 * readers, and hostile input is read in a process without secrets.
 */
export interface ComputeProcess {
  /** The service of the compute Worker, for the binding `COMPUTE` of the main Worker. */
  service: {
    external: {
      address: string
      http: { injectRequestHeaders: { name: string; value: string }[] }
    }
  }
  /** Starts the bundle as it is now, at the same address. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  /** The folder of the bundle of the main Worker. */
  bundle: string
  /** Receives the process id, again after each restart. */
  onStart?: ((pid: number) => void) | undefined
}

/**
 * A process that does not answer for this time is killed and replaced: the longest job is refused
 * before, and the margin is for a busy machine.
 */
const STALL_MAX = JOB_MAX + 1_500
const WATCH_EVERY = 500
/** The pause before a process that ended is replaced, so that a broken bundle uses little CPU. */
const RESTART_PAUSE = 100
const RESTART_PAUSE_MAX = 5_000

export async function startCompute({ bundle, onStart }: Options): Promise<ComputeProcess> {
  // Other users of the machine can reach the port, so the Worker requires a key.
  const key = randomBytes(32).toString('hex')
  const config = join(bundle, COMPUTE, COMPUTE_CONFIG)
  let child: Started | null = null
  let isStopped = false
  let failures = 0
  const start = async (port: number) => {
    const started = await spawnCompute(config, key, port)
    child = started
    onStart?.(started.pid)
    started.ended.then(() => void replace(started))
    return started.port
  }
  const replace = async (ended: Started) => {
    while (!isStopped && child === ended) {
      await wait(Math.min(RESTART_PAUSE * 2 ** failures, RESTART_PAUSE_MAX))
      if (isStopped) return
      failures++
      await start(port).catch((error) =>
        console.error(`joule: the compute Worker could not be started: ${error.message}`),
      )
    }
  }
  const port = await start(0)
  const headers = { authorization: key }
  const isFree = () =>
    fetch(`http://127.0.0.1:${port}/`, { headers, signal: AbortSignal.timeout(STALL_MAX) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const watch = async () => {
    while (!isStopped) {
      await wait(WATCH_EVERY, undefined, { ref: false })
      const watched = child
      if (isStopped || watched === null) continue
      const since = performance.now()
      if (await isFree()) failures = 0
      else if (!isStopped && performance.now() - since >= STALL_MAX) {
        console.error('joule: the compute Worker did not respond and is replaced')
        await endProcess(watched.pid)
      }
    }
  }
  void watch()
  const end = async () => {
    const { pid } = child ?? {}
    if (pid !== undefined) await endProcess(pid)
  }
  return {
    service: {
      external: {
        address: `127.0.0.1:${port}`,
        http: { injectRequestHeaders: [{ name: 'authorization', value: key }] },
      },
    },
    async restart() {
      const old = child
      await end()
      while (!isStopped && child === old) await wait(20)
    },
    async stop() {
      isStopped = true
      await end()
    },
  }
}

interface Started {
  pid: number
  port: number
  /** Resolves when the process has ended. */
  ended: Promise<unknown>
}

const WORKERD: string = createRequire(import.meta.url)('workerd').default

/** Starts workerd and waits until it listens. Port 0 is any free port. */
async function spawnCompute(config: string, key: string, port: number): Promise<Started> {
  const args = ['serve', config, `--socket-addr=http=127.0.0.1:${port}`, '--control-fd=3']
  const child: ChildProcess = spawn(WORKERD, args, {
    // No other variable: the environment of this process may have passwords.
    env: { JOULE_COMPUTE_KEY: key },
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
  const ended = new Promise<unknown>((resolve) => {
    child.once('exit', resolve).once('error', resolve)
  })
  const listening = new Promise<number>((resolve) => {
    let said = ''
    child.stdio[3]?.on('data', (text) => {
      said += text
      // One JSON object a line. The last part may be the beginning of a line.
      const lines = said.split('\n').slice(0, -1)
      const listen = lines.map((line) => JSON.parse(line)).find(({ event }) => event === 'listen')
      if (listen) resolve(listen.port)
    })
  })
  const listened = await Promise.race([listening, ended.then(() => null)])
  if (listened === null || child.pid === undefined)
    throw new Error(`workerd ended with ${child.exitCode ?? child.signalCode}`)
  // This process may end while the child still runs; the next start ends the child.
  child.stdio[3]?.destroy()
  child.unref()
  return { pid: child.pid, port: listened, ended }
}
