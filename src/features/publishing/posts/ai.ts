import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Viewer, ViewerId } from '#features/core/people/viewer.ts'

export const AI_LABELS = ['none', 'helped', 'made'] as const
export type AiLabel = (typeof AI_LABELS)[number]

/** The column `ai_made` is null, 0 or 1. */
export function aiLabelOf(stored: number | null): AiLabel {
  if (stored === null) return 'none'
  return stored === 1 ? 'made' : 'helped'
}

export function storedAiLabel(label: AiLabel): number | null {
  if (label === 'none') return null
  return label === 'made' ? 1 : 0
}

/**
 * A condition for lists. Undefined for a viewer who sees all posts: the statement is then the same
 * as for anonymous readers.
 */
export function unlessMadeByAi(
  viewer: Pick<Viewer, 'hides_ai'> | null,
  post: SQL,
): SQL | undefined {
  if (viewer?.hides_ai !== 1) return undefined
  return sql`NOT EXISTS (SELECT 1 FROM posts made WHERE made.id = ${post} AND made.ai_made = 1)`
}

export async function setHidesAi(db: Database, viewer: ViewerId, hides: boolean): Promise<void> {
  await db.batch([sql`UPDATE users SET hides_ai = ${hides ? 1 : 0} WHERE uid = ${viewer.uid}`])
}
