// Node calls its own SQLite experimental, in two lines before ours. The version is pinned and the tests use it: nobody need read that.
const { emitWarning } = process
process.emitWarning = () => {}
export const { DatabaseSync } = await import('node:sqlite')
process.emitWarning = emitWarning

export type DatabaseSync = import('node:sqlite').DatabaseSync
export type { SQLOutputValue } from 'node:sqlite'
