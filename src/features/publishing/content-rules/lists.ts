import { contentProblem } from '#kernel/content-problems.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblemWith } from '#kernel/fields.ts'

/** The entries of a list that an admin wrote, normalised and without duplicates and empty lines. Throws if a line is not valid and names it. */
export function parsedLines(
  lines: readonly string[],
  field: string,
  normalised: (line: string) => string | null,
  max: number,
): string[] {
  const entries = lines.flatMap((line, index) =>
    line.trim() === '' ? [] : [normalised(line) ?? refuse(field, index + 1, line)],
  )
  const unique = [...new Set(entries)]
  if (unique.length > max)
    throw new AppError('validation_failed', { fields: { [field]: fieldProblemWith('too_many', max) } })
  return unique
}

/** The numbers for the audit log. */
export interface ListChange {
  before: { entries: number }
  after: { entries: number; added: number; removed: number }
}

/** Null if both lists have the same entries. */
export function sizeOfChange(before: readonly string[], after: readonly string[]): ListChange | null {
  const [old, fresh] = [new Set(before), new Set(after)]
  const added = after.filter((entry) => !old.has(entry)).length
  const removed = before.filter((entry) => !fresh.has(entry)).length
  if (added + removed === 0) return null
  return { before: { entries: before.length }, after: { entries: after.length, added, removed } }
}

const SHOWN_LENGTH = 60

function refuse(field: string, number: number, line: string): never {
  const shown = [...line].slice(0, SHOWN_LENGTH).join('')
  const problem = contentProblem((say) => say.invalidLine(number, shown))
  throw new AppError('validation_failed', { fields: { [field]: problem } })
}
