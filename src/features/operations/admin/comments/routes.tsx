import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { deleteComment } from '#features/community/comments/delete.ts'
import { commentsChanged } from '#features/community/comments/http/comments-changed.ts'
import { byAdmin } from '#features/core/site/audit-log.ts'
import {
  AdminCommentShape,
  COMMENT_FILTERS,
  findComments,
} from '#features/operations/admin/comments/list.ts'
import { adminCommentsTexts, CommentRow } from '#features/operations/admin/comments/views.tsx'
import {
  applyToEach,
  BatchResponseShape,
  batchIds,
  reasonInput,
} from '#features/operations/admin/frame/inputs.ts'
import { PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList } from '#features/operations/admin/frame/views-list.tsx'
import { BATCH_MAX } from '#kernel/sizes.ts'
import { adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import {
  idParam,
  json,
  pageFilters,
  pageQuery,
  pageRequest,
  query,
} from '#web/validation/validate.ts'

const reason = reasonInput.optional()

export const adminCommentsApi = new Hono<AppEnv>()
  .get(
    '/admin/comments',
    adminRead('listAdminComments', listOf(AdminCommentShape)),
    summary('List all comments'),
    query(z.object({ ...COMMENT_FILTERS, ...pageQuery })),
    async (c) => {
      const { db, search, language } = c.var
      const { limit, cursor, ...asked } = c.req.valid('query')
      return c.json(
        await db.read(await findComments(search, asked, pageRequest({ limit, cursor }), language)),
      )
    },
  )
  .delete(
    '/admin/comments/:id',
    adminWrite('deleteAdminComment', 'refused: not_found', null),
    summary('Delete a comment'),
    idParam,
    json(z.object({ reason })),
    async (c) => {
      const { id } = c.req.valid('param')
      await byAdmin(c, deleteComment, id, { asAdmin: true, ...c.req.valid('json') })
      commentsChanged(c, [id])
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/comments/batch-delete',
    adminWrite('deleteAdminComments', 'idempotent', BatchResponseShape),
    summary(`Delete up to ${BATCH_MAX} comments`),
    json(z.object({ ids: batchIds, reason })),
    async (c) => {
      const { ids, reason } = c.req.valid('json')
      const items = await applyToEach(ids, (id) =>
        byAdmin(c, deleteComment, id, { asAdmin: true, reason }),
      )
      commentsChanged(c, ids)
      return c.json({ items })
    },
  )

export const adminCommentsPages = new Hono<AppEnv>().get(
  PAGES.comments.href,
  PAGES.comments.guard,
  pageFilters(COMMENT_FILTERS),
  async (c) => {
    const { search, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const comments = await findComments(search, asked, pageRequest({ cursor }), language)
    const text = adminCommentsTexts[language]
    return showAdminPage(c, { name: 'comments' }, { comments }, ({ comments }) => (
      <>
        <AdminList
          page={comments}
          path={PAGES.comments.href}
          asked={asked}
          filters={[
            { name: 'author', label: text.by(asked.author), isFixed: true },
            { name: 'post', label: text.on(asked.post), isFixed: true },
            { name: 'q', label: text.searchLabel },
          ]}
          empty={{ icon: 'comment', title: text.none, hint: text.noneHint }}
          row={(comment) => <CommentRow {...{ comment, language }} q={asked.q} selectable />}
          batch={{
            api: 'POST /api/admin/comments/batch-delete',
            actions: [{ name: 'delete', label: text.remove }],
            reasons: 'comment',
          }}
          language={language}
        />
        <ReasonDialog
          id="remove-comment"
          {...{ ...text.dialog, language }}
          reasons="comment"
          isOptional
          danger
          after="reload"
        />
      </>
    ))
  },
)
