import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { commentsPage } from '#features/operations/admin/comments/list.ts'
import { adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { CommentsView } from '#features/operations/admin/comments/views.tsx'
import { pageNumber, searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const CommentsQuery = z.object({
  q: searchInput.catch(undefined),
  author: pageNumber,
  post: pageNumber,
  cursor: pageQuery.cursor,
})

export const adminCommentsPages = new Hono<AppEnv>().get(
  '/admin/comments',
  adminPage,
  query(CommentsQuery),
  async (c) => {
    const { db, search, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { comments, waiting } = await commentsPage(db, search, asked, request, language)
    return adminPageOf(
      c,
      { name: 'comments', title: adminCommentsTexts[language].title, waiting },
      <CommentsView {...{ comments, asked, language }} />,
    )
  },
)
