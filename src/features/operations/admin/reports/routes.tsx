import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { commentsChanged } from '#features/community/comments/http/comments-changed.ts'
import type { ReportTarget } from '#features/community/reports/report.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { idFilter, ignoringInvalid } from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
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
import { ClosedReportsView, ReportsView } from '#features/operations/admin/reports/views.tsx'
import { RepliesView } from '#features/operations/admin/reports/views-replies.tsx'
import { contentChanged } from '#features/operations/hiding/http/content-changed.ts'
import { postsChanged } from '#features/publishing/posts/http/post-changed.ts'
import type { ChangeContext } from '#features/publishing/search/http/update-search-index.ts'
import { dropCached } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { idParam, json, pageQuery, pageRequest, param, pathId, query } from '#web/validation/validate.ts'

const CasesQuery = z.object({ status: z.enum(['open', 'closed']).default('open'), ...pageQuery })
const targetParam = param(z.object({ kind: ReportKindShape, id: pathId }))
const ClosedShape = z.object({ decision: ReportDecisionShape, reports_count: z.int() }).meta({ id: 'ReportCaseClosed' })

export const adminReportsApi = new Hono<AppEnv>()
  .get(
    '/admin/reports',
    read('listAdminReports', { tag: 'admin' }),
    admin,
    doc('List report cases, most reported first', { 200: listOf(ReportCaseShape) }),
    query(CasesQuery),
    async (c) => {
      const { status, ...paging } = c.req.valid('query')
      return c.json(await c.var.db.read(reportCases(status, pageRequest(paging), c.var.language)))
    },
  )
  .post(
    '/admin/reports/:kind/:id/close',
    write('closeAdminReport', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    targetParam,
    doc(
      'Close all reports of a target with a decision. `ban` deletes the post or comment and bans its author; a ban may end after some days or hide all content of the user',
      { 200: ClosedShape },
      'invalid_transition',
      'version_conflict',
      'not_found',
    ),
    json(CloseInput),
    async (c) => {
      const target = c.req.valid('param')
      const closed = await closeCase(c.var.db, auditActorOf(c), target, c.req.valid('json'), c.var.now)
      if (closed.hidden) contentChanged(c, closed.hidden)
      if (closed.hasRemoved) removed(c, target)
      return c.json({ decision: closed.decision, reports_count: closed.reports_count })
    },
  )

  .get(
    '/admin/saved-replies',
    read('listAdminSavedReplies', { tag: 'admin' }),
    admin,
    doc('List the saved replies, newest first', { 200: listOf(SavedReplyShape) }),
    async (c) => c.json({ items: await c.var.db.read(savedReplies), next_cursor: null }),
  )
  .post(
    '/admin/saved-replies',
    write('createAdminSavedReply', { tag: 'admin', repeat: 'refused: validation_failed' }),
    admin,
    doc('Save a reply that admins can use as a reason', { 201: SavedReplyShape }),
    json(SavedReplyInput),
    async (c) => c.json(await addReply(c.var.db, auditActorOf(c), c.req.valid('json'), c.var.now), 201),
  )
  .delete(
    '/admin/saved-replies/:id',
    write('deleteAdminSavedReply', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    idParam,
    doc('Delete a saved reply', { 204: null }, 'not_found'),
    async (c) => {
      await deleteReply(c.var.db, auditActorOf(c), c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )

/** Purges cached pages at once and updates the search index. */
function removed(c: ChangeContext, { kind, id }: ReportTarget): void {
  if (kind === 'post') postsChanged(c, [id])
  else if (kind === 'comment') commentsChanged(c, [id])
  else dropCached(c)
}

const ReportsQuery = z.object({
  view: z.enum(['open', 'closed', 'replies']).catch('open'),
  ...ignoringInvalid({ case: idFilter, copy: idFilter }),
  cursor: pageQuery.cursor,
})

export const adminReportsPages = new Hono<AppEnv>().get(
  PAGES.reports.href,
  PAGES.reports.guard,
  query(ReportsQuery),
  async (c) => {
    const { db, viewer, language } = c.var
    const { view, cursor, ...wanted } = c.req.valid('query')
    if (view === 'replies') return showAdminPage(c, { name: 'savedReplies' }, { replies: savedReplies }, RepliesView)
    if (view === 'closed') {
      const cases = reportCases('closed', pageRequest({ cursor }), language)
      return showAdminPage(c, { name: 'closedReports' }, { cases }, ClosedReportsView)
    }
    const queue = await openReports(db, viewer, wanted, language)
    const hasCode = queue.current?.report.kind === 'post'
    return adminPageOf(c, { name: 'reports', hasCode }, queue.waiting, <ReportsView {...{ queue, viewer, language }} />)
  },
)
