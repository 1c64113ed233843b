import { sql } from 'drizzle-orm'
import { type Database, found } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import { filesOf } from '#features/core/images/variant-files.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Deletes an image as an admin, wherever it is shown. Without its row, the image is not served, also while the deletion of its files fails;
 * the clean-up repeats it. Posts keep the tag of the image without a file. The owner replaces the logo of the site instead.
 */
export async function takeDownImage(
  db: Database,
  bucket: R2Bucket,
  admin: AuditActor,
  key: string,
  now: Date,
): Promise<void> {
  const { id, user_id, is_logo } = await db.read(
    found(sql<Pick<Image, 'id' | 'user_id'> & { is_logo: number }>`
      SELECT id, user_id,
        EXISTS (SELECT 1 FROM site_identity WHERE logo_key = images.key OR logo_large_key = images.key) AS is_logo
      FROM images WHERE key = ${key}`),
  )
  if (is_logo === 1) throw new AppError('invalid_transition')
  const entry = { target: ['user', user_id], subject: user_id, before: { path: imageUrl(key) } } as const
  await db.batch([
    auditEntry(admin, { action: 'image.remove', ...entry }, now),
    sql`UPDATE users SET avatar_key = NULL WHERE avatar_key = ${key}`,
    sql`UPDATE comments SET image_id = NULL WHERE image_id = ${id}`,
    sql`DELETE FROM post_images WHERE image_key = ${key}`,
    sql`DELETE FROM report_copy_images WHERE image_key = ${key}`,
    sql`DELETE FROM images WHERE id = ${id}`,
    ...(user_id === admin.uid
      ? []
      : [systemNotice({ to: user_id, by: admin.uid, about: { event: 'image_removed' } }, now)]),
  ])
  await bucket.delete(filesOf(key))
}
