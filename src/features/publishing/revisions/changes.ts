import { type Change, diffWords } from '#kernel/diff.ts'
import { textWithTargets } from '#kernel/html/plain.ts'

export const CHANGED_FIELDS = [
  'title',
  'tags',
  'summary',
  'cover',
  'canonical_url',
  'first_published_at',
  'body',
] as const
type ChangedField = (typeof CHANGED_FIELDS)[number]

export interface FieldChanges {
  field: ChangedField
  changes: Change[]
}

/** The parts of a post that are compared. The summary is null if the author did not write one. */
export interface Compared {
  title: string
  tags: string[]
  summary: string | null
  cover_url: string | null
  canonical_url: string | null
  first_published_at: string | null
  body: string
}

/** The changes between two versions of a post, by field. Empty if only the markup of the body changed. */
export function changesBetween(before: Compared, after: Compared): FieldChanges[] {
  const [from, to] = [textsOf(before), textsOf(after)]
  return CHANGED_FIELDS.flatMap((field) =>
    from[field] === to[field] ? [] : [{ field, changes: diffWords(from[field], to[field]) }],
  )
}

function textsOf(compared: Compared): Record<ChangedField, string> {
  const { title, tags, summary, cover_url, canonical_url, first_published_at, body } = compared
  return {
    title,
    tags: tags.join(', '),
    summary: summary ?? '',
    cover: cover_url ?? '',
    canonical_url: canonical_url ?? '',
    first_published_at: first_published_at ?? '',
    body: textWithTargets(body),
  }
}
