// Suppresses the warning that node:sqlite is experimental: the Node version is pinned and the tests use it.
const { emitWarning } = process
process.emitWarning = () => {}
export const { DatabaseSync } = await import('node:sqlite')
process.emitWarning = emitWarning

export type DatabaseSync = import('node:sqlite').DatabaseSync
export type { SQLOutputValue } from 'node:sqlite'
