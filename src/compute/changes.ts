import { textWithTargets } from '#kernel/html/plain.ts'
import { type Change, diffWords } from '#kernel/text/diff.ts'

/** The texts of a version by field. `body` is HTML. */
type Texts = Readonly<Record<string, string>>

export interface Versions {
  before: Texts
  after: Texts
}

interface ChangedField {
  field: string
  changes: Change[]
}

/** The fields that differ. Empty if only the markup of the body changed. */
export function changedFields({ before, after }: Versions): ChangedField[] {
  return Object.keys(before).flatMap((field) => {
    const [from, to] = [shownText(before, field), shownText(after, field)]
    return from === to ? [] : [{ field, changes: diffWords(from, to) }]
  })
}

function shownText(texts: Texts, field: string): string {
  const text = texts[field] ?? ''
  return field === 'body' ? textWithTargets(text) : text
}
