import { sql } from 'drizzle-orm'
import { SHOWN_IN_COMMENTS } from '#features/community/comments/images.ts'
import { SHOWN_AS_LOGO } from '#features/core/identity/logo.ts'
import { SHOWN_IN_PAGES } from '#features/core/identity/site-page.ts'
import { SHOWN_AS_AVATAR, type ShownIn } from '#features/core/images/clean-up.ts'
import { SHOWN_IN_POSTS } from '#features/publishing/posts/images.ts'

/** Everywhere that images are shown. A place that is not here loses its images to the clean-up. */
export const SHOWN_IN: ShownIn = {
  avatar: sql`${SHOWN_AS_AVATAR} UNION ALL ${SHOWN_AS_LOGO}`,
  post: sql`${SHOWN_IN_POSTS} UNION ALL ${SHOWN_IN_PAGES}`,
  comment: SHOWN_IN_COMMENTS,
}
