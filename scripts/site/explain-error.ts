import { Failure } from '../bootstrap/failure.mjs'
import { damaged } from './data-loss.ts'
import { portInUse } from './port.ts'
import type { Settings } from './settings.ts'

/** Translates expected errors of the runtime and SQLite into helpful messages. Often only the log has the reason. */
export function explained(error: unknown, log: string[], { port, data }: Pick<Settings, 'port' | 'data'>): unknown {
  const text = [error instanceof Error ? error.message : error, ...log].join('\n')
  if (/address already in use/i.test(text)) return portInUse(port)
  if (/SQLITE_NOTADB|SQLITE_CORRUPT|malformed|not a database/.test(text)) return damaged(data)
  if (/SQLITE_FULL|disk is full|ENOSPC|No space left/.test(text)) return new Failure(`the disk is full (${data})`)
  if (/SQLITE_(READONLY|CANTOPEN|IOERR)/.test(text)) return new Failure(`the data folder cannot be written (${data})`)
  if (error instanceof Failure) return error
  for (const line of log) console.error(line)
  return error
}
