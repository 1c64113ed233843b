import { textLiteral } from '#features/operations/backups/inserts.ts'
import type { SQLOutputValue } from '../site/sqlite.ts'

/** A value as SQL that reads back as the same value. */
export function literal(value: SQLOutputValue): string {
  if (value === null) return 'NULL'
  if (typeof value === 'bigint') return String(value)
  if (typeof value === 'number') return realLiteral(value)
  if (typeof value !== 'string') return `X'${Buffer.from(value).toString('hex')}'`
  // SQLite ends a statement at NUL.
  if (value.includes('\0')) return `CAST(X'${Buffer.from(value).toString('hex')}' AS TEXT)`
  return textLiteral(value)
}

/** Integers come as bigint, so this is a REAL even where it has no fraction. */
function realLiteral(value: number): string {
  if (Number.isFinite(value)) return Number.isInteger(value) ? value.toFixed(1) : String(value)
  return value > 0 ? '9e999' : '-9e999'
}
