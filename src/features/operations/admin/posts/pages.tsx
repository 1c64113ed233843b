import { Hono } from 'hono'
import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import type { AppEnv } from '#env'
import { idFilter, ignoringInvalid, searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { findPosts } from '#features/operations/admin/posts/list.ts'
import { openQueue, reviewIsOff } from '#features/operations/admin/posts/queue.ts'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { AllPostsView } from '#features/operations/admin/posts/views.tsx'
import { ReviewView } from '#features/operations/admin/posts/views-review.tsx'
import { adminPage } from '#web/guards/guards.ts'
import { limitedRead } from '#web/limits/limits.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const PostsQuery = z.object({
  view: z.enum(['review', 'edited', 'all']).catch('review'),
  ...ignoringInvalid({ id: idFilter, author: idFilter, status: z.enum(POST_STATUSES).optional(), q: searchInput }),
  cursor: pageQuery.cursor,
})

export const adminPostsPages = new Hono<AppEnv>().get(
  '/admin/posts',
  adminPage,
  limitedRead('heavy-read'),
  query(PostsQuery),
  async (c) => {
    const { db, search, language } = c.var
    const { view, id, cursor, ...asked } = c.req.valid('query')
    const about = { name: 'posts', title: adminPostsTexts[language].title } as const
    if (view === 'all') {
      const posts = await findPosts(db, search, asked, pageRequest({ cursor }), language)
      return showAdminPage(c, about, { posts, reviewIsOff }, (read, waiting) => (
        <AllPostsView {...{ ...read, asked, waiting, language }} />
      ))
    }
    const queue = await openQueue(db, view, id, language)
    const page = { ...about, waiting: queue.waiting, hasCode: true }
    return adminPageOf(c, page, <ReviewView queue={queue} language={language} />)
  },
)
