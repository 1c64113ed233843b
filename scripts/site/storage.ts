import type { Miniflare } from 'miniflare'
import { readWorkerConfig, type WorkerConfig } from '../build/worker.ts'
import { type LaunchOptions, launch } from './launch.ts'
import { statementsWorker } from './statements.ts'

/** The storage of a site, as the Worker sees it, for operator commands and the seed. */
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

/** The storage of a site without its Worker. The runtime listens on a random loopback port and answers 404 there. */
export async function openStorageRuntime(wanted: LaunchOptions): Promise<StorageRuntime> {
  const config = await readWorkerConfig()
  const { r2Buckets = {} } = config.options
  const statements = statementsWorker(databaseNames(config), r2Buckets)
  const { miniflare, stop } = await launch({ host: '127.0.0.1', port: 0, workers: [statements.worker] }, wanted)
  return { storage: storageOf(miniflare, statements), stop }
}

/** By name, not by id: adding the id of the deployed database must not detach the local one. */
export function databaseNames({ databases }: WorkerConfig): Record<string, string> {
  return Object.fromEntries(databases.map(({ binding, name }) => [binding, name]))
}

export function storageOf(miniflare: Miniflare, statements: ReturnType<typeof statementsWorker>): SiteStorage {
  return {
    DB: statements.database(miniflare, 'DB'),
    SEARCH: statements.database(miniflare, 'SEARCH'),
    IMAGES: statements.bucket(miniflare, 'IMAGES'),
    BACKUPS: statements.bucket(miniflare, 'BACKUPS'),
  }
}
