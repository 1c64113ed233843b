import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { listAllComments } from '#features/admin/comments/list.ts'
import { AdminCommentShape } from '#features/admin/comments/shapes.ts'
import { BatchAnswerShape, forEach } from '#features/admin/frame/batch.ts'
import { reasonInput, searchInput } from '#features/admin/frame/inputs.ts'
import { deleteComment } from '#features/comments/delete.ts'
import { BATCH_MAX } from '#kernel/sizes.ts'
import { administratorOf } from '#web/administrator.ts'
import { commentsChanged } from '#web/comments-changed.ts'
import { doc } from '#web/doc.ts'
import { admin } from '#web/guards.ts'
import { listOf } from '#web/shapes.ts'
import { idParam, json, pageQuery, pageRequest, query } from '#web/validate.ts'

const CommentsQuery = z.object({
  q: searchInput,
  author: z.coerce.number().int().positive().optional(),
  post: z.coerce.number().int().positive().optional(),
  ...pageQuery,
})
const reason = reasonInput.optional()
const BatchInput = z.object({ ids: z.array(z.int().positive()).min(1).max(BATCH_MAX), reason })

export const adminCommentsApi = new Hono<AppEnv>()
  .get(
    '/admin/comments',
    admin,
    doc('Comments of the whole site', { 200: listOf(AdminCommentShape) }),
    query(CommentsQuery),
    async (c) => {
      const { db, search, language } = c.var
      const { limit, cursor, ...asked } = c.req.valid('query')
      return c.json(await listAllComments(db, search, asked, pageRequest({ limit, cursor }), language))
    },
  )
  .delete(
    '/admin/comments/:id',
    admin,
    idParam,
    doc('Delete a comment', { 204: null }, 'not_found'),
    json(z.object({ reason })),
    async (c) => {
      const { id } = c.req.valid('param')
      await deleteComment(c.var.db, administratorOf(c), id, { asAdmin: true, ...c.req.valid('json') }, c.var.now)
      commentsChanged(c, [id])
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/comments/batch-delete',
    admin,
    doc(`Delete up to ${BATCH_MAX} comments`, { 200: BatchAnswerShape }),
    json(BatchInput),
    async (c) => {
      const { ids, reason } = c.req.valid('json')
      const items = await forEach(ids, (id) =>
        deleteComment(c.var.db, administratorOf(c), id, { asAdmin: true, reason }, c.var.now),
      )
      commentsChanged(c, ids)
      return c.json({ items })
    },
  )
