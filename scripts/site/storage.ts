import type { Miniflare } from 'miniflare'
import { Failure } from '../bootstrap/failure.mjs'
import { readWorkerConfig, type WorkerConfig } from '../build/worker.ts'
import { claim, openControl, type Run } from './control.ts'
import { openDataFolder } from './data-folder.ts'
import { databaseBindings } from './database/bindings.ts'
import { explained } from './explain-error.ts'
import { type LaunchOptions, type LogLine, launch, openLog, type SiteLog } from './launch.ts'
import { localQuery, type Query } from './query.ts'
import type { Settings } from './settings.ts'
import { type StatementsWorker, statementsWorker } from './statements.ts'

/** The storage of a site, as the Worker sees it, for operator commands and the demo content. */
export interface SiteStorage {
  DB: D1Database
  SEARCH: D1Database
  IMAGES: R2Bucket
  BACKUPS: R2Bucket
}

export interface StorageRuntime {
  storage: SiteStorage
  stop(): Promise<void>
}

/**
 * The storage of a site without its Worker. The runtime listens on a random loopback port and
 * responds with 404 there.
 */
export async function openStorageRuntime(wanted: LaunchOptions): Promise<StorageRuntime> {
  const config = await readWorkerConfig(wanted.bundle)
  const { r2Buckets = {} } = config.options
  const statements = statementsWorker(databasesOf(config), r2Buckets)
  const { miniflare, stop } = await launch(
    { host: '127.0.0.1', port: 0, workers: [statements.worker] },
    wanted,
  )
  return { storage: storageOf(miniflare, statements), stop }
}

/**
 * Local databases are found by their name, not by their id: adding the id of the deployed database
 * to wrangler.toml must not detach the local one.
 */
export function databasesOf({ databases }: WorkerConfig) {
  return databaseBindings(Object.fromEntries(databases.map(({ binding, name }) => [binding, name])))
}

export function storageOf(miniflare: Miniflare, statements: StatementsWorker): SiteStorage {
  return {
    DB: statements.database(miniflare, 'DB'),
    SEARCH: statements.database(miniflare, 'SEARCH'),
    IMAGES: statements.bucket(miniflare, 'IMAGES'),
    BACKUPS: statements.bucket(miniflare, 'BACKUPS'),
  }
}

/** Functions that undo the steps of a start. */
type Closers = (() => unknown)[]

/**
 * Claims a data folder and opens a site in it. `stop` calls the closers in reverse order, and so
 * does a failed start.
 */
export async function inClaimedFolder<Opened>(
  settings: Settings,
  run: Run,
  listen: (line: LogLine) => void,
  open: (launched: LaunchOptions, closers: Closers, log: SiteLog) => Promise<Opened>,
): Promise<Opened & { stop(): Promise<void> }> {
  const log = openLog(settings.logs, listen)
  const closers: Closers = []
  const stop = async () => {
    for (let close = closers.pop(); close; close = closers.pop()) await close()
  }
  try {
    const data = await openDataFolder(settings.data)
    const control = await openControl(run)
    closers.push(control.close)
    const held = await claim(data.path, control)
    closers.push(held.release)
    return {
      ...(await open(
        {
          data,
          onLog: log.take,
          onRuntime: held.noteRuntime,
          onCompute: held.noteCompute,
          bundle: settings.bundle,
        },
        closers,
        log,
      )),
      stop,
    }
  } catch (error) {
    await stop()
    throw explained(error, log.held, settings)
  }
}

export interface StorageOnly extends StorageRuntime {
  query: Query
  /** The path of the data folder. */
  data: string
}

/** Opens a data folder as it is: without migrations, without an owner and without a cron. */
export function openStorage(settings: Settings): Promise<StorageOnly> {
  return inClaimedFolder(
    settings,
    refuse,
    () => {},
    async (launched, closers) => {
      const { storage, stop } = await openStorageRuntime(launched)
      closers.push(stop)
      return { storage, query: localQuery(storage.DB), data: launched.data.path }
    },
  )
}

const refuse = async () => {
  throw new Failure('another command is using this data folder; try again when it has finished')
}
