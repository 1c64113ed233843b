// Suppresses the warning that node:sqlite is experimental: the Node version is pinned and the tests use it.
const { emitWarning } = process
process.emitWarning = () => {}
export const { DatabaseSync } = await import('node:sqlite')
process.emitWarning = emitWarning

export type DatabaseSync = import('node:sqlite').DatabaseSync
export type { SQLOutputValue } from 'node:sqlite'

type DatabaseSyncOptions = import('node:sqlite').DatabaseSyncOptions

/** Opens a database file for a task. */
export async function withDatabase<Done>(
  file: string,
  options: DatabaseSyncOptions,
  work: (db: DatabaseSync) => Done | Promise<Done>,
): Promise<Done> {
  const db = new DatabaseSync(file, options)
  try {
    return await work(db)
  } finally {
    db.close()
  }
}
