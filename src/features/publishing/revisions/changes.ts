import { type Change, diffWords } from '#kernel/diff.ts'
import { textWithTargets } from '#kernel/html/text-with-targets.ts'

export const CHANGED_FIELDS = ['title', 'tags', 'summary', 'cover', 'body'] as const
type ChangedField = (typeof CHANGED_FIELDS)[number]

export interface FieldChanges {
  field: ChangedField
  changes: Change[]
}

/** The parts of a post that its author decides, as they are compared. A summary that the author did not write is null. */
export interface Compared {
  title: string
  tags: string[]
  summary: string | null
  cover_url: string | null
  body: string
}

/** What changed from one state of a post to another, field by field. Empty where only the markup of the body did. */
export function changesBetween(before: Compared, after: Compared): FieldChanges[] {
  const [from, to] = [textsOf(before), textsOf(after)]
  return CHANGED_FIELDS.flatMap((field) =>
    from[field] === to[field] ? [] : [{ field, changes: diffWords(from[field], to[field]) }],
  )
}

function textsOf({ title, tags, summary, cover_url, body }: Compared): Record<ChangedField, string> {
  return { title, tags: tags.join(', '), summary: summary ?? '', cover: cover_url ?? '', body: textWithTargets(body) }
}
