import { type SQL, sql } from 'drizzle-orm'
import { isLogo } from '#features/core/identity/logos.ts'
import { after, DAY } from '#kernel/clock.ts'

/*
 * Conditions on a row of `images`. Every use of images must be listed in both. Only content of the
 * uploader is a use: a post of another user that names the key neither shows the image nor keeps
 * it.
 */

const isOnSite = sql`(
  EXISTS (SELECT 1 FROM users WHERE avatar_key = images.key)
  OR ${isLogo}
  OR EXISTS (SELECT 1 FROM site_pages WHERE instr(body, '/images/' || images.key) > 0)
  OR EXISTS (SELECT 1 FROM own_page_images WHERE image_key = images.key))`

/**
 * The image is in use. The clean-up deletes all other images after a day. `post_images` has the
 * images of a post and its revisions. Posts in the bin count, because they can be restored.
 * `report_copy_images` has the images of reported content, which admins see until some time after
 * the decision.
 */
export const isInUse = sql`(
  ${isOnSite}
  OR EXISTS (SELECT 1 FROM comments WHERE image_id = images.id AND author_id = images.user_id AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM report_copy_images WHERE image_key = images.key)
  OR EXISTS (SELECT 1 FROM profile_reviews WHERE avatar_key = images.key AND status = 'pending')
  OR EXISTS (
    SELECT 1 FROM post_images pi JOIN posts p ON p.id = pi.post_id
    WHERE pi.image_key = images.key AND p.author_id = images.user_id AND (p.deleted_at IS NULL
      OR EXISTS (SELECT 1 FROM post_bin b WHERE b.deleted_at = p.deleted_at AND b.post_id = p.id))))`

/**
 * Everyone may see the image: it is shown by the current version of a public post, by a comment
 * below a public post, by a profile or by the site.
 */
export const isPublic = sql`(
  ${isOnSite}
  OR ${isShownByPost(sql`p.status = 'approved'`)}
  OR EXISTS (
    SELECT 1 FROM comments c JOIN posts p ON p.id = c.post_id
    WHERE c.image_id = images.id AND c.author_id = images.user_id AND c.deleted_at IS NULL
      AND p.status = 'approved' AND p.deleted_at IS NULL))`

/**
 * The image may be read by everyone but must not be cached: it is in a post that is not public yet,
 * or it was uploaded today for a post that does not exist yet.
 */
export function mayBecomePublic(now: Date): SQL {
  return sql`(
    ${isShownByPost(sql`p.status <> 'locked'`)}
    OR (
      purpose <> 'avatar' AND created_at > ${after(now, -DAY).toISOString()}
      AND NOT EXISTS (SELECT 1 FROM post_images WHERE image_key = images.key)
      AND NOT EXISTS (SELECT 1 FROM comments WHERE image_id = images.id)))`
}

/** The current version of a post of the uploader shows the image. A deleted post shows nothing. */
function isShownByPost(status: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM post_images pi JOIN posts p ON p.id = pi.post_id
    WHERE pi.image_key = images.key AND pi.shown = 1 AND p.author_id = images.user_id
      AND ${status} AND p.deleted_at IS NULL)`
}
