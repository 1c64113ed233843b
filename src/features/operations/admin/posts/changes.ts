import type { AdminPost } from '#features/operations/admin/posts/review.ts'
import { SUMMARY_MAX } from '#features/publishing/posts/content.ts'
import { changesBetween, type FieldChanges } from '#features/publishing/revisions/changes.ts'
import { summaryOf } from '#kernel/html/summary.ts'

/** What the edits since approval come to, field by field. Empty where only the markup of the body changed. */
export function changesOf(post: AdminPost): FieldChanges[] {
  const before = post.unseen_edits[0]?.before
  if (before === undefined) return []
  return changesBetween(before, { ...post, summary: ownSummaryOf(post) })
}

/** A summary that the author did not write follows the body, and tells nothing new. */
function ownSummaryOf({ summary, body }: AdminPost): string {
  return summary === summaryOf(body, SUMMARY_MAX) ? '' : summary
}
