import { sql } from 'drizzle-orm'
import { IN_BIN } from '#features/publishing/posts/bin.ts'

/** For the clean-up of images: whether a post shows it that is still there or may come back, or a revision of it. */
export const SHOWN_IN_POSTS = sql`
  SELECT 1 FROM post_images pi JOIN posts p ON p.id = pi.post_id
  WHERE pi.image_key = images.key AND (p.deleted_at IS NULL OR EXISTS (${IN_BIN}))`
