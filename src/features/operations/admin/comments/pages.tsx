import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { COMMENT_FILTERS, findComments } from '#features/operations/admin/comments/list.ts'
import { adminCommentsTexts } from '#features/operations/admin/comments/text.ts'
import { CommentsView } from '#features/operations/admin/comments/views.tsx'
import { ignoringInvalid } from '#features/operations/admin/frame/inputs.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const CommentsQuery = z.object({ ...ignoringInvalid(COMMENT_FILTERS), cursor: pageQuery.cursor })

export const adminCommentsPages = new Hono<AppEnv>().get(
  '/admin/comments',
  adminPage,
  query(CommentsQuery),
  async (c) => {
    const { search, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const comments = await findComments(search, asked, pageRequest({ cursor }), language)
    const { title } = adminCommentsTexts[language]
    return showAdminPage(c, { name: 'comments', title }, { comments }, ({ comments }) => (
      <CommentsView {...{ comments, asked, language }} />
    ))
  },
)
