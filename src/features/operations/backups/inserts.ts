import { quoted } from '#features/operations/backups/schema.ts'

/** D1 accepts statements of at most 100 KB. A UTF-16 code unit takes at most three bytes in UTF-8. */
const STATEMENT = 60_000
const LONG = 15_000

/** Temporary table in which a dump builds long texts. The dump creates it first and drops it after the last row. */
const LONG_TEXTS = 'joule_long_texts'
export const MAKE_LONG_TEXTS = `CREATE TABLE ${LONG_TEXTS} (n INTEGER PRIMARY KEY, text TEXT NOT NULL)`
export const DROP_LONG_TEXTS = `DROP TABLE ${LONG_TEXTS}`

/** INSERT statements for rows of SQL literals. Each statement stays below the size limit of D1. */
export function* insertsOf(table: string, rows: Iterable<string[]>): Generator<string> {
  const into = `INSERT INTO ${quoted(table)} VALUES\n`
  let waiting: string[] = []
  let size = 0
  for (const row of rows) {
    const isLong = row.some(isLongText)
    const text = isLong ? '' : tuple(row)
    if (waiting.length > 0 && (isLong || size + text.length > STATEMENT / 3)) {
      yield into + waiting.join(',\n')
      waiting = []
      size = 0
    }
    if (isLong) yield* longRow(into, row)
    else {
      waiting.push(text)
      size += text.length
    }
  }
  if (waiting.length > 0) yield into + waiting.join(',\n')
}

/** A text as an SQL string literal. */
export function textLiteral(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** Builds the long texts in a temporary table first, then inserts the complete row, so that CHECK constraints see the final values. */
function* longRow(into: string, row: string[]): Generator<string> {
  const parts: string[] = []
  for (const [n, literal] of row.entries()) {
    if (!isLongText(literal)) parts.push(literal)
    else {
      yield `INSERT INTO ${LONG_TEXTS} VALUES (${n}, '')`
      for (const piece of pieces(literal.slice(1, -1).replaceAll("''", "'"), LONG))
        yield `UPDATE ${LONG_TEXTS} SET text = text || ${textLiteral(piece)} WHERE n = ${n}`
      parts.push(`(SELECT text FROM ${LONG_TEXTS} WHERE n = ${n})`)
    }
  }
  yield into + tuple(parts)
  yield `DELETE FROM ${LONG_TEXTS}`
}

const isLongText = (literal: string) => literal.length > LONG && literal.startsWith("'")

const tuple = (literals: string[]) => `(${literals.join(', ')})`

/** Splits a text into pieces of at most `length` UTF-16 code units, never inside a surrogate pair. */
function* pieces(text: string, length: number): Generator<string> {
  for (let from = 0; from < text.length; ) {
    let to = Math.min(from + length, text.length)
    if (to < text.length && /[\uD800-\uDBFF]/.test(text.charAt(to - 1))) to--
    yield text.slice(from, to)
    from = to
  }
}
