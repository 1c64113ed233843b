import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { commentsPage } from '#features/admin/comments/list.ts'
import { CommentsView } from '#features/admin/comments/views.tsx'
import { searchInput } from '#features/admin/frame/inputs.ts'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { adminPeopleTexts } from '#features/admin/people/text.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

const number = z.coerce.number().int().positive().optional().catch(undefined)
const CommentsQuery = z.object({
  q: searchInput.catch(undefined),
  author: number,
  post: number,
  cursor: pageQuery.cursor,
})

export const adminCommentsPages = new Hono<AppEnv>().get(
  '/admin/comments',
  adminPage,
  query(CommentsQuery),
  async (c) => {
    const { db, search, viewer, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { comments, waiting } = await commentsPage(db, search, asked, request, language)
    const title = `${adminPeopleTexts[language].comments.title} · ${adminTexts[language].title}`
    return page(
      c,
      { title, robots: 'noindex', scripts: ['admin.js'] },
      <Admin current="comments" viewer={viewer} waiting={waiting} language={language}>
        <CommentsView {...{ comments, asked, language }} />
      </Admin>,
    )
  },
)
