import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { commentsChanged } from '#features/community/comments/http/comments-changed.ts'
import type { ReportTarget } from '#features/community/reports/report.ts'
import { byAdmin } from '#features/core/site/audit-log.ts'
import { idFilter } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  ReportCaseShape,
  ReportDecisionShape,
  ReportKindShape,
  reportCases,
} from '#features/operations/admin/reports/case.ts'
import { CloseInput, closeCase } from '#features/operations/admin/reports/close.ts'
import { openReports } from '#features/operations/admin/reports/queue.ts'
import {
  addReply,
  deleteReply,
  SavedReplyInput,
  SavedReplyShape,
  savedReplies,
} from '#features/operations/admin/reports/replies.ts'
import {
  ClosedReportsView,
  RepliesView,
  ReportsView,
} from '#features/operations/admin/reports/views.tsx'
import { contentChanged } from '#features/operations/hiding/http/content-changed.ts'
import { postsChanged } from '#features/publishing/posts/http/post-changed.ts'
import type { ChangeContext } from '#features/publishing/search/http/index-after-response.ts'
import { dropCached } from '#web/cache/edge-cache.ts'
import { adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import {
  idParam,
  json,
  pageFilters,
  pageQuery,
  pageRequest,
  param,
  pathId,
  query,
} from '#web/validation/validate.ts'

const ClosedShape = z
  .object({ decision: ReportDecisionShape, reports_count: z.int() })
  .meta({ id: 'ReportCaseClosed' })

export const adminReportsApi = new Hono<AppEnv>()
  .get(
    '/admin/reports',
    adminRead('listAdminReports', listOf(ReportCaseShape)),
    summary(
      'List the reported posts, comments and users, each with its reports, most reported first',
    ),
    query(z.object({ status: z.enum(['open', 'closed']).default('open'), ...pageQuery })),
    async (c) => {
      const { status, ...paging } = c.req.valid('query')
      return c.json(await c.var.db.read(reportCases(status, pageRequest(paging), c.var.language)))
    },
  )
  .post(
    '/admin/reports/:kind/:id/close',
    adminWrite(
      'closeAdminReport',
      'refused: not_found',
      ClosedShape,
      'invalid_transition',
      'version_conflict',
    ),
    summary(
      'Close all reports of a post, a comment or a user with one decision. `ban` deletes the post or comment and bans its author. The ban may end after some days, and it may hide all posts and comments of the user',
    ),
    param(z.object({ kind: ReportKindShape, id: pathId })),
    json(CloseInput),
    async (c) => {
      const target = c.req.valid('param')
      const closed = await byAdmin(c, closeCase, target, c.req.valid('json'))
      if (closed.hidden) contentChanged(c, closed.hidden)
      if (closed.hasRemoved) removed(c, target)
      return c.json({ decision: closed.decision, reports_count: closed.reports_count })
    },
  )

  .get(
    '/admin/saved-replies',
    adminRead('listAdminSavedReplies', listOf(SavedReplyShape)),
    summary('List the saved replies, newest first'),
    async (c) => c.json({ items: await c.var.db.read(savedReplies), next_cursor: null }),
  )
  .post(
    '/admin/saved-replies',
    adminWrite('createAdminSavedReply', 'refused: validation_failed', { 201: SavedReplyShape }),
    summary('Save a reply that admins can use as a reason'),
    json(SavedReplyInput),
    async (c) => c.json(await byAdmin(c, addReply, c.req.valid('json')), 201),
  )
  .delete(
    '/admin/saved-replies/:id',
    adminWrite('deleteAdminSavedReply', 'refused: not_found', null),
    summary('Delete a saved reply'),
    idParam,
    (c) => done(c, byAdmin(c, deleteReply, c.req.valid('param').id)),
  )

/** After a removal: purges the cached pages of the target at once, and updates the search index. */
function removed(c: ChangeContext, { kind, id }: ReportTarget): void {
  if (kind === 'post') postsChanged(c)
  else if (kind === 'comment') commentsChanged(c, [id])
  else dropCached(c)
}

export const adminReportsPages = new Hono<AppEnv>().get(
  PAGES.reports.href,
  PAGES.reports.guard,
  pageFilters({ view: z.enum(['closed', 'replies']).optional(), case: idFilter, copy: idFilter }),
  async (c) => {
    const { db, viewer, language } = c.var
    const { view, cursor, ...wanted } = c.req.valid('query')
    if (view === 'replies')
      return showAdminPage(c, { name: 'savedReplies' }, { replies: savedReplies }, RepliesView)
    if (view === 'closed') {
      const cases = reportCases('closed', pageRequest({ cursor }), language)
      return showAdminPage(c, { name: 'closedReports' }, { cases }, ClosedReportsView)
    }
    const queue = await openReports(db, c.var.compute, viewer, wanted, language)
    const hasCode = queue.current !== null && queue.current.report.kind !== 'user'
    return adminPageOf(
      c,
      { name: 'reports', hasCode },
      queue.waiting,
      <ReportsView {...{ queue, viewer, language }} />,
    )
  },
)
