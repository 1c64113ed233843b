import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { type CopiedComment, commentContent } from '#features/community/reports/content.ts'
import { copyOf } from '#features/community/reports/copy.ts'

type ReportedComment = CopiedComment & { id: number | Statement; author_id: number }

/**
 * For the batch of a new or edited comment with a word of the list: the site itself opens a case, or adds the word to the case
 * that users opened. Once per comment, so that an edit does not open a case again that an admin has decided.
 */
export async function wordReport(comment: ReportedComment, word: string, now: Date): Promise<Statement[]> {
  const { id, author_id } = comment
  const target = { kind: 'comment', id } as const
  return [
    sql`
      INSERT INTO report_cases (kind, target_id, subject_id, opened_at, word)
      SELECT 'comment', ${id}, ${author_id}, ${now.toISOString()}, ${word}
      WHERE NOT EXISTS (
        SELECT 1 FROM report_cases WHERE kind = 'comment' AND target_id = ${id} AND word IS NOT NULL)
      ON CONFLICT (kind, target_id) WHERE decision IS NULL DO UPDATE SET word = excluded.word`,
    ...(await copyOf(target, commentContent(comment), now)),
  ]
}
