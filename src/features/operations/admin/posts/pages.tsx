import { Hono } from 'hono'
import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import type { AppEnv } from '#env'
import { pageNumber, searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openQueue } from '#features/operations/admin/posts/queue.ts'
import { allPostsPage } from '#features/operations/admin/posts/search.ts'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import { AllPostsView } from '#features/operations/admin/posts/views.tsx'
import { ReviewView } from '#features/operations/admin/posts/views-review.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { limitedRead } from '#web/limits/limits.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

/** Invalid values are ignored. */
const PostsQuery = z.object({
  view: z.enum(['review', 'edited', 'all']).catch('review'),
  id: pageNumber,
  author: pageNumber,
  status: z.enum(POST_STATUSES).optional().catch(undefined),
  q: searchInput.catch(undefined),
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
    const { title } = adminPostsTexts[language]
    if (view === 'all') {
      const request = pageRequest({ limit: PAGE_SIZE, cursor })
      const { waiting, ...found } = await allPostsPage(db, search, asked, request, language)
      return adminPageOf(
        c,
        { name: 'posts', title, waiting },
        <AllPostsView {...{ ...found, asked, waiting, language }} />,
      )
    }
    const queue = await openQueue(db, view, id, language)
    return adminPageOf(
      c,
      { name: 'posts', title, waiting: queue.waiting, hasCode: true },
      <ReviewView queue={queue} language={language} />,
    )
  },
)
