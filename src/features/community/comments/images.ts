import { sql } from 'drizzle-orm'

/** For the clean-up of images: whether a comment that is still there shows it. */
export const SHOWN_IN_COMMENTS = sql`SELECT 1 FROM comments WHERE image_id = images.id AND deleted_at IS NULL`
