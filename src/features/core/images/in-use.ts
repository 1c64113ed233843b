import { sql } from 'drizzle-orm'

/**
 * A condition: a row of `images` is in use. Every use of images must be listed here, because the clean-up deletes all other images
 * after a day. `post_images` has the images of a post and its revisions. Posts in the bin count, because they can be restored.
 * `report_copy_images` has the images of reported content, which admins see until some time after the decision.
 */
export const isInUse = sql`(
  EXISTS (SELECT 1 FROM users WHERE avatar_key = images.key)
  OR EXISTS (SELECT 1 FROM site_identity WHERE logo_key = images.key OR logo_large_key = images.key)
  OR EXISTS (SELECT 1 FROM site_pages WHERE instr(body, '/images/' || images.key) > 0)
  OR EXISTS (SELECT 1 FROM comments WHERE image_id = images.id AND deleted_at IS NULL)
  OR EXISTS (SELECT 1 FROM report_copy_images WHERE image_key = images.key)
  OR EXISTS (
    SELECT 1 FROM post_images pi JOIN posts p ON p.id = pi.post_id
    WHERE pi.image_key = images.key AND (p.deleted_at IS NULL
      OR EXISTS (SELECT 1 FROM post_bin b WHERE b.deleted_at = p.deleted_at AND b.post_id = p.id))))`
