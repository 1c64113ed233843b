import { sql } from 'drizzle-orm'
import { type Database, found } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import { isLogo } from '#features/core/identity/logos.ts'
import { filesOf, imageOfFile } from '#features/core/images/files.ts'
import { isInUse } from '#features/core/images/uses.ts'
import { systemNotice } from '#features/core/notifications/notices.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import { recall, remember } from '#features/core/site/state.ts'
import { after, DAY } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

/**
 * Rows or files per run, so that the cost of a run is bounded. The bucket deletes at most 1,000
 * files in one call.
 */
const PAGE = 300

/**
 * For the cron: deletes images that were unused for a day, and files without a row. It is safe to
 * interrupt and to run twice.
 */
export async function cleanUpImages(db: Database, bucket: R2Bucket, now: Date): Promise<void> {
  await deleteUnused(db, bucket, now)
  await findUnused(db, now)
  await deleteStrayFiles(db, bucket, now)
}

/**
 * Deletes the rows first: a later run finds a file without a row, but a row without a file is a
 * broken image.
 */
async function deleteUnused(db: Database, bucket: R2Bucket, now: Date): Promise<void> {
  const due = sql`SELECT id FROM images WHERE unused_since < ${after(now, -DAY).toISOString()}
    ORDER BY unused_since LIMIT ${PAGE}`
  const [, deleted] = await db.batch([
    sql`UPDATE images SET unused_since = NULL WHERE id IN (${due}) AND ${isInUse}`,
    sql<{ key: string }>`DELETE FROM images WHERE id IN (${due}) AND NOT ${isInUse} RETURNING key`,
  ])
  if (deleted.length > 0) await bucket.delete(deleted.flatMap(({ key }) => filesOf(key)))
}

/** Checks the next page of images and marks those that are no longer in use. */
async function findUnused(db: Database, now: Date): Promise<void> {
  const seen = Number((await recall(db, 'images-seen-row')) ?? 0)
  const rows = await db.all(
    sql<{ id: number }>`SELECT id FROM images WHERE id > ${seen} ORDER BY id LIMIT ${PAGE}`,
  )
  const last = rows.at(-1)?.id ?? 0
  await db.batch([
    sql`UPDATE images SET unused_since = ${now.toISOString()}
      WHERE id > ${seen} AND id <= ${last} AND unused_since IS NULL AND NOT ${isInUse}`,
    remember('images-seen-row', rows.length < PAGE ? '0' : String(last)),
  ])
}

async function deleteStrayFiles(db: Database, bucket: R2Bucket, now: Date): Promise<void> {
  const cursor = await recall(db, 'images-seen-file')
  const page = await bucket.list({ limit: PAGE, ...(cursor ? { cursor } : {}) })
  // The row of a newer file may not be written yet.
  const files = page.objects
    .filter(({ uploaded }) => uploaded < after(now, -DAY))
    .map(({ key }) => key)
  const strays = await db.all(sql<{ key: string }>`
    SELECT value AS key FROM json_each(${JSON.stringify(files.map(imageOfFile))}) WHERE value NOT IN (SELECT key FROM images)`)
  const gone = new Set(strays.map(({ key }) => key))
  if (gone.size > 0) await bucket.delete(files.filter((file) => gone.has(imageOfFile(file))))
  await db.batch([remember('images-seen-file', page.truncated ? page.cursor : '')])
}

/**
 * For an admin: removes an image from everywhere. Without its row the image is not served, and the
 * clean-up deletes files that remain. A logo is refused: the owner replaces it instead.
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
      SELECT id, user_id, ${isLogo} AS is_logo
      FROM images WHERE key = ${key}`),
  )
  if (is_logo === 1) throw new AppError('invalid_transition')
  const entry = {
    target: ['user', user_id],
    subject: user_id,
    before: { path: imageUrl(key) },
  } as const
  await db.batch([
    auditEntry(admin, { action: 'image.remove', ...entry }, now),
    sql`UPDATE users SET avatar_key = NULL WHERE avatar_key = ${key}`,
    sql`UPDATE comments SET image_id = NULL WHERE image_id = ${id}`,
    sql`DELETE FROM post_images WHERE image_key = ${key}`,
    sql`DELETE FROM own_page_images WHERE image_key = ${key}`,
    sql`DELETE FROM report_copy_images WHERE image_key = ${key}`,
    sql`DELETE FROM images WHERE id = ${id}`,
    ...(user_id === admin.uid
      ? []
      : [systemNotice({ to: user_id, by: admin.uid, about: { event: 'image_removed' } }, now)]),
  ])
  await bucket.delete(filesOf(key))
}
