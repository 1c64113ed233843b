import { sql } from 'drizzle-orm'

/** For the clean-up of images: whether a post that is still there shows it, or a revision of it. */
export const SHOWN_IN_POSTS = sql`
  SELECT 1 FROM post_images pi JOIN posts p ON p.id = pi.post_id
  WHERE pi.image_key = images.key AND p.deleted_at IS NULL`
