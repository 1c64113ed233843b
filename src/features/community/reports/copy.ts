import { sql } from 'drizzle-orm'
import type { Database, Statement } from '#db/client.ts'
import type { ReportCopy } from '#db/schema/community.ts'
import { openCaseOf, type ReportedContent } from '#features/community/reports/content.ts'
import { after, DAY } from '#kernel/clock.ts'
import { hashOf } from '#kernel/crypto/secrets.ts'
import { packed, unpacked } from '#kernel/packed.ts'

/** Maximum number of reported versions of one target that are stored until a decision. */
export const COPIES_MAX = 10

/** How long a copy is kept after the decision, for questions about it. */
export const COPY_DAYS = 30

/**
 * For the batch of a report: stores the content as it is now, with its images, so that an edit or a deletion does not hide it
 * from the admins. All reports of one version share one copy. The trigger report_cases_decide_on_copies starts the time after
 * which `deleteOldCopies` deletes it.
 */
export async function copyOf(
  target: Parameters<typeof openCaseOf>[0],
  { subject, title, excerpt, parts, imageKeys }: ReportedContent,
  now: Date,
): Promise<Statement[]> {
  const digest = await digestOf(parts)
  return [
    sql`
      INSERT INTO report_copies (case_id, subject_id, digest, title, excerpt, created_at, content)
      SELECT k.id, ${subject}, ${digest}, ${title}, ${excerpt}, ${now.toISOString()}, ${await packed(JSON.stringify(parts))}
      FROM (${openCaseOf(target)}) k WHERE (SELECT COUNT(*) FROM report_copies WHERE case_id = k.id) < ${COPIES_MAX}
      ON CONFLICT DO NOTHING`,
    sql`
      INSERT INTO report_copy_images (copy_id, image_key)
      SELECT c.id, value FROM report_copies c, json_each(${JSON.stringify(imageKeys)})
      WHERE c.case_id = (${openCaseOf(target)}) AND c.digest = ${digest}
      ON CONFLICT DO NOTHING`,
  ]
}

/** Two versions with the same digest have the same content. */
export function digestOf(parts: ReportedContent['parts']): Promise<string> {
  return hashOf(JSON.stringify(parts))
}

export async function partsIn<Parts extends ReportedContent['parts']>({ content }: ReportCopy): Promise<Parts> {
  return JSON.parse(await unpacked(content)) as Parts
}

const DELETED_A_RUN = 500

/** For the cron. The trigger report_copies_take_their_images_along releases the images. */
export async function deleteOldCopies(db: Database, now: Date): Promise<void> {
  const before = after(now, -COPY_DAYS * DAY).toISOString()
  await db.batch([
    sql`DELETE FROM report_copies WHERE id IN (
      SELECT id FROM report_copies WHERE decided_at <= ${before} ORDER BY decided_at, id LIMIT ${DELETED_A_RUN})`,
  ])
}
