import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Miniflare as MiniflareInstance, V4MiniflareOptions } from 'miniflare'
import { COMPUTE_CONFIG } from '../build/paths.ts'
import { type DataFolder, TEMPORARY } from './data-folder.ts'

// Loaded by `require`, because for an `import` Node scans 5 MB of CommonJS for names and keeps a
// second copy: 10 MB and half a second.
export const { convertV4MiniflareOptions, Log, LogLevel, Miniflare }: typeof import('miniflare') =
  createRequire(import.meta.url)('miniflare')

export interface LaunchOptions {
  /** The folder of the bundle. The last build by default. */
  bundle?: string | undefined
  data: DataFolder
  /** Receives the log lines of the Worker and of the runtime. */
  onLog: (line: LogLine) => void
  /** Receives the process id of the runtime, again after each restart. */
  onRuntime?: (pid: number) => void
  /** The same for the process of the compute Worker. */
  onCompute?: (pid: number) => void
}

export interface LogLine {
  level: string
  message: string
}

type LaunchConfig = Extract<V4MiniflareOptions, { workers: object[] }>

export interface Launched {
  miniflare: MiniflareInstance
  url: URL
  /** Restarts workerd with other Workers, at the same address. */
  relaunch(config: LaunchConfig): Promise<void>
  stop(): Promise<void>
}

/** Starts workerd with these Workers and their state in the data folder. */
export async function launch(
  config: LaunchConfig,
  { data, onLog, onRuntime }: LaunchOptions,
): Promise<Launched> {
  const optionsOf = (config: LaunchConfig) =>
    convertV4MiniflareOptions({
      ...config,
      // The site has its own cache in memory, with a limit. Miniflare's Cache API is a folder
      // without one.
      workers: config.workers.map((worker) => ({ ...worker, cacheAPI: false })),
      cf: false,
      telemetry: { enabled: false },
      log: new Log(LogLevel.ERROR),
      handleStructuredLogs: onLog,
      resourcePersistencePath: data.path,
    })
  const stopWatching = onRuntime ? whenRuntimeStarts(onRuntime) : () => {}
  boundHeaps(process.env)
  const temporary = join(data.path, TEMPORARY)
  await mkdir(temporary, { recursive: true, mode: 0o700 })
  const miniflare = withoutSignalHandlers(() =>
    withTemporaryFolder(temporary, () => new Miniflare(optionsOf(config))),
  )
  const stop = () => {
    stopWatching()
    return miniflare.dispose()
  }
  try {
    const url = await miniflare.ready
    const relaunch = (next: LaunchConfig) =>
      miniflare.setOptions(optionsOf({ ...next, port: Number(url.port) }))
    return { miniflare, url, relaunch, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/**
 * Miniflare chooses its temporary folder when it is made. In the folder of the system, the files of
 * a killed process would stay; in the data folder, the next start removes them.
 */
function withTemporaryFolder<T>(folder: string, make: () => T): T {
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  try {
    return make()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/**
 * Calls `tell` with the process id of each runtime that starts, because Miniflare does not expose
 * the id, and the next start must find a runtime whose parent was killed. Returns a function that
 * stops this.
 */
export function whenRuntimeStarts(tell: (pid: number) => void): () => void {
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.pid !== undefined && isRuntime(child)) tell(child.pid)
    })
  }
  subscribe('child_process', listen)
  return () => void unsubscribe('child_process', listen)
}

/** The process of the compute Worker runs the same program. */
function isRuntime({ spawnfile, spawnargs }: ChildProcess): boolean {
  return spawnfile.endsWith('workerd') && !spawnargs.some((arg) => arg.endsWith(COMPUTE_CONFIG))
}

/**
 * Removes the signal handlers of Miniflare, which end this process: it has its own handlers, which
 * stop the site first.
 */
function withoutSignalHandlers<T>(make: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const ours = signals.map((signal) => ({ signal, listeners: process.listeners(signal) }))
  const made = make()
  for (const { signal, listeners } of ours) {
    const added = process.listeners(signal).filter((listener) => !listeners.includes(listener))
    if (listeners.length > 0) for (const listener of added) process.off(signal, listener)
  }
  return made
}

/**
 * By default V8 sizes its heaps by the memory of the machine, so each of a dozen isolates may grow
 * to hundreds of megabytes before the first major collection. At Cloudflare an isolate has 128 MB
 * in total, so none needs more here. An isolate that needs more has a bug: it fails and the runtime
 * restarts.
 *
 * Most isolates are small Workers of Miniflare. Their objects also keep memory outside the heap,
 * such as a request with its headers, until a major collection. With an initial old space of 32 MB,
 * the first one came after more than 20,000 requests.
 */
const HEAP_OF_AN_ISOLATE = [
  '--max-old-space-size=256',
  '--initial-old-space-size=4',
  '--heap-growing-percent=50',
  '--max-semi-space-size=4',
]

/**
 * Limits the heaps of the next runtime. Miniflare reads these flags from the environment. Flags of
 * the operator have priority.
 */
function boundHeaps(env: NodeJS.ProcessEnv): void {
  env.MINIFLARE_WORKERD_V8_FLAGS ??= HEAP_OF_AN_ISOLATE.join(' ')
}

export interface SiteLog {
  /** The errors and warnings since the start began. */
  held: string[]
  take(line: LogLine): void
  /** Prints the errors that were held back, and prints later errors at once. */
  flow(): void
}

/**
 * Buffers errors while a site starts, because a failed start prints one line; afterwards prints
 * them. Other lines are printed only if `verbose` is set. `listen` gets every line.
 */
export function openLog(verbose: boolean, listen: (line: LogLine) => void): SiteLog {
  const held: string[] = []
  let starting = true
  return {
    held,
    take(line: LogLine): void {
      const { level, message } = line
      listen(line)
      const mail = mailIn(message)
      if (mail) console.log(mail)
      else if (level !== 'error' && level !== 'warn') {
        if (verbose) console.log(message)
      } else if (starting) held.push(message)
      else console.error(message)
    },
    flow(): void {
      starting = false
      for (const message of held.splice(0)) console.error(message)
    },
  }
}

/** A mail that a local site cannot send, as one line with its link. Null for any other message. */
function mailIn(message: string): string | null {
  if (!message.startsWith('{"level":"mail"')) return null
  const { to, subject, link } = JSON.parse(message) as {
    to: string
    subject: string
    link: string | null
  }
  return ['mail', to, subject, link ?? ''].join('   ').trimEnd()
}
