import { sql } from 'drizzle-orm'

/** For the clean-up of images. A logo is kept under the purpose of an avatar: the square picture of the whole site. */
export const SHOWN_AS_LOGO = sql`
  SELECT 1 FROM site_identity WHERE logo_key = images.key OR logo_large_key = images.key`
