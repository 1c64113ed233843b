import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { deleteComment } from '#features/community/comments/delete.ts'
import { commentsChanged } from '#features/community/comments/http/comments-changed.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { AdminCommentShape, COMMENT_FILTERS, findComments } from '#features/operations/admin/comments/list.ts'
import { adminCommentsTexts, CommentsView } from '#features/operations/admin/comments/views.tsx'
import { applyToEach, BatchResponseShape } from '#features/operations/admin/frame/batch.ts'
import { batchIds, ignoringInvalid, reasonInput } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { BATCH_MAX } from '#kernel/sizes.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { idParam, json, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const reason = reasonInput.optional()
const BatchInput = z.object({ ids: batchIds, reason })

export const adminCommentsApi = new Hono<AppEnv>()
  .get(
    '/admin/comments',
    read('listAdminComments', { tag: 'admin' }),
    admin,
    doc('List all comments', { 200: listOf(AdminCommentShape) }),
    query(z.object({ ...COMMENT_FILTERS, ...pageQuery })),
    async (c) => {
      const { db, search, language } = c.var
      const { limit, cursor, ...asked } = c.req.valid('query')
      return c.json(await db.read(await findComments(search, asked, pageRequest({ limit, cursor }), language)))
    },
  )
  .delete(
    '/admin/comments/:id',
    write('deleteAdminComment', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    idParam,
    doc('Delete a comment', { 204: null }, 'not_found'),
    json(z.object({ reason })),
    async (c) => {
      const { id } = c.req.valid('param')
      await deleteComment(c.var.db, auditActorOf(c), id, { asAdmin: true, ...c.req.valid('json') }, c.var.now)
      commentsChanged(c, [id])
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/comments/batch-delete',
    write('deleteAdminComments', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc(`Delete up to ${BATCH_MAX} comments`, { 200: BatchResponseShape }),
    json(BatchInput),
    async (c) => {
      const { ids, reason } = c.req.valid('json')
      const items = await applyToEach(ids, (id) =>
        deleteComment(c.var.db, auditActorOf(c), id, { asAdmin: true, reason }, c.var.now),
      )
      commentsChanged(c, ids)
      return c.json({ items })
    },
  )

const CommentsQuery = z.object({ ...ignoringInvalid(COMMENT_FILTERS), cursor: pageQuery.cursor })

export const adminCommentsPages = new Hono<AppEnv>().get(
  PAGES.comments.href,
  PAGES.comments.guard,
  query(CommentsQuery),
  async (c) => {
    const { search, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const comments = await findComments(search, asked, pageRequest({ cursor }), language)
    const { title } = adminCommentsTexts[language]
    return showAdminPage(c, { name: 'comments', title }, { comments }, (read) => (
      <CommentsView {...read} asked={asked} />
    ))
  },
)
