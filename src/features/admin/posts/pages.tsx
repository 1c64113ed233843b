import { Hono } from 'hono'
import { z } from 'zod'
import { POST_STATUSES } from '#db/schema/posts.ts'
import type { AppEnv } from '#env'
import { searchInput } from '#features/admin/frame/inputs.ts'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { allPostsPage } from '#features/admin/posts/list-page.ts'
import { openQueue } from '#features/admin/posts/queue.ts'
import { adminPostsTexts } from '#features/admin/posts/text.ts'
import { AllPostsView } from '#features/admin/posts/views.tsx'
import { ReviewView } from '#features/admin/posts/views-review.tsx'
import type { Language } from '#kernel/i18n.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

const number = z.coerce.number().int().positive().optional().catch(undefined)

/** What cannot be read is as if it had not been asked. */
const PostsQuery = z.object({
  view: z.enum(['review', 'edited', 'all']).catch('review'),
  id: number,
  author: number,
  status: z.enum(POST_STATUSES).optional().catch(undefined),
  q: searchInput.catch(undefined),
  cursor: pageQuery.cursor,
})

export const adminPostsPages = new Hono<AppEnv>().get('/admin/posts', adminPage, query(PostsQuery), async (c) => {
  const { db, search, viewer, language } = c.var
  const { view, id, cursor, ...asked } = c.req.valid('query')
  if (view === 'all') {
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { posts, waiting } = await allPostsPage(db, search, asked, request, language)
    return page(
      c,
      factsIn(language),
      <Admin current="posts" {...{ viewer, waiting, language }}>
        <AllPostsView {...{ posts, asked, waiting, language }} />
      </Admin>,
    )
  }
  const queue = await openQueue(db, view, id, language)
  return page(
    c,
    { ...factsIn(language), scripts: ['admin.js', 'reading.js', 'code.js'] },
    <Admin current="posts" viewer={viewer} waiting={queue.waiting} language={language}>
      <ReviewView queue={queue} language={language} />
    </Admin>,
  )
})

function factsIn(language: Language) {
  const title = `${adminPostsTexts[language].title} · ${adminTexts[language].title}`
  return { title, robots: 'noindex' as const, scripts: ['admin.js'] }
}
