import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from 'miniflare'
import { bundleHash } from '../build/bundle-hash.ts'
import { WORKER_BUNDLE } from '../build/paths.ts'
import { readWorkerConfig, type WorkerConfig, workerModules } from '../build/worker.ts'
import type { DataFolder } from './data-folder.ts'
import { addressesIn, filesApart } from './files-apart.ts'
import { boundHeaps } from './memory.ts'
import { statementsWorker } from './statements.ts'
import { type SiteStorage, storageOf } from './storage.ts'

export interface Options {
  data: DataFolder
  host: string
  port: number
  bindings: Record<string, string>
  /** Where a debugger may connect; nowhere, if left out. */
  inspectorPort?: number | undefined
  /** What the Worker and the runtime have to say. */
  onLog: (line: LogLine) => void
  /** Told the process id of the runtime, again each time it had to be restarted. */
  onRuntime?: (pid: number) => void
  /** The folder of the bundle, if it is not the one that was just built. */
  bundle?: string
  /** The text of a module that takes the entry's place and imports it. */
  around?: Around
}

export type Around = (entry: string, objects: string[]) => string

export interface LogLine {
  level: string
  message: string
}

export interface Runtime {
  url: string
  /** To be asked for anew each time: a restart of the runtime cuts off what was handed out before. */
  storage(): Promise<SiteStorage>
  scheduled(cron: string, at: Date): Promise<void>
  stop(): Promise<void>
}

/** The production bundle in the Workers runtime, with its state in the data folder. */
export async function openMiniflare(wanted: Options): Promise<Runtime> {
  const { data, host, port, bindings, inspectorPort, onLog, onRuntime, bundle = WORKER_BUNDLE } = wanted
  const { options, files, vars, databases } = await readWorkerConfig(bundle)
  const JOULE_BUNDLE = await bundleHash(files, bundle)
  const around = wanted.around ?? filesApart(await addressesIn(files))
  // By name: filling in the id of the deployed database must not make the local one disappear.
  const d1Databases = Object.fromEntries(databases.map(({ binding, name }) => [binding, name]))
  const statements = statementsWorker(d1Databases, options.r2Buckets)
  const config = convertV4MiniflareOptions({
    host,
    port,
    ...(inspectorPort !== undefined && { inspectorPort }),
    cf: false,
    telemetry: { enabled: false },
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: onLog,
    resourcePersistencePath: data.path,
    workers: [
      {
        ...options,
        modules: await modulesOf(bundle, options, around),
        modulesRoot: bundle,
        d1Databases,
        serviceBindings: { ASSETS: FILES },
        bindings: { ...vars, ENVIRONMENT: 'development', JOULE_SECRET: data.secret, JOULE_BUNDLE, ...bindings },
      },
      {
        name: FILES,
        modules: true,
        script: NOTHING_ELSE,
        assets: { directory: files, routerConfig: { has_user_worker: false } },
      },
      statements.worker,
    ],
  })
  const stopWatching = onRuntime ? whenRuntimeStarts(onRuntime) : () => {}
  boundHeaps(process.env)
  const miniflare = keepingOurSignals(() => new Miniflare(config))
  const stop = () => {
    stopWatching()
    return miniflare.dispose()
  }
  try {
    const url = await miniflare.ready
    return {
      url: `http://${['127.0.0.1', '::1'].includes(host) ? 'localhost' : host}:${url.port}`,
      storage: () => storageOf(miniflare, statements),
      scheduled: (cron, at) => runScheduled(miniflare, cron, at),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

const FILES = 'joule-files'
const NOTHING_ELSE = `export default { fetch: () => new Response(null, { status: 404 }) }`

async function modulesOf(bundle: string, options: WorkerConfig['options'], around: Around) {
  const modules = await workerModules(bundle)
  const objects = Object.values(options.durableObjects ?? {}).map((object) =>
    typeof object === 'string' ? object : object.className,
  )
  return [
    { type: 'ESModule' as const, path: join(bundle, 'around.js'), contents: around('./index.js', objects) },
    ...modules,
  ]
}

async function runScheduled(miniflare: Miniflare, cron: string, at: Date): Promise<void> {
  const worker = await miniflare.getWorker()
  const { outcome } = await worker.scheduled({ cron, scheduledTime: at })
  if (outcome !== 'ok') console.error(`joule: the scheduled run of ${at.toISOString()} ended with "${outcome}"`)
}

/** Miniflare keeps the process to itself, but an orphan of it must be found after we were killed. */
export function whenRuntimeStarts(tell: (pid: number) => void): () => void {
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    child.once('spawn', () => {
      if (child.pid !== undefined && child.spawnfile.endsWith('workerd')) tell(child.pid)
    })
  }
  subscribe('child_process', listen)
  return () => void unsubscribe('child_process', listen)
}

/** Miniflare ends the process on a signal; where we listen ourselves, that is for us to do. */
function keepingOurSignals<T>(make: () => T): T {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const ours = signals.map((signal) => ({ signal, listeners: process.listeners(signal) }))
  const made = make()
  for (const { signal, listeners } of ours) {
    const added = process.listeners(signal).filter((listener) => !listeners.includes(listener))
    if (listeners.length > 0) for (const listener of added) process.off(signal, listener)
  }
  return made
}
