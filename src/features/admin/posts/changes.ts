import type { AdminPost } from '#features/admin/posts/review.ts'
import { SUMMARY_MAX } from '#features/posts/content.ts'
import { type Change, diffWords } from '#kernel/diff.ts'
import { summaryOf } from '#kernel/html/summary.ts'
import { textWithTargets } from '#kernel/html/text-with-targets.ts'

export type ChangedField = 'title' | 'summary' | 'tags' | 'cover' | 'body'

export interface FieldChanges {
  field: ChangedField
  changes: Change[]
}

/** What the edits since approval come to, field by field. Empty where only the markup of the body changed. */
export function changesOf(post: AdminPost): FieldChanges[] {
  const before = post.unseen_edits[0]?.before
  if (before === undefined) return []
  const fields: [field: ChangedField, before: string, after: string][] = [
    ['title', before.title, post.title],
    ['tags', before.tags.join(', '), post.tags.join(', ')],
    ['summary', before.summary ?? '', ownSummaryOf(post)],
    ['cover', before.cover_url ?? '', post.cover_url ?? ''],
    ['body', textWithTargets(before.body), textWithTargets(post.body)],
  ]
  return fields.flatMap(([field, from, to]) => (from === to ? [] : [{ field, changes: diffWords(from, to) }]))
}

/** A summary that the author did not write follows the body, and tells nothing new. */
function ownSummaryOf({ summary, body }: AdminPost): string {
  return summary === summaryOf(body, SUMMARY_MAX) ? '' : summary
}
