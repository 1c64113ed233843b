import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { REPORT_KINDS } from '#db/values.ts'
import type { AppEnv, MemberEnv } from '#env'
import {
  PlainReportInput,
  type ReportTarget,
  report,
  reportedContentOf,
  reportPath,
} from '#features/community/reports/report.ts'
import { ReportSent, ReportView } from '#features/community/reports/views.tsx'
import { page } from '#features/core/shell/page.tsx'
import { AppError } from '#kernel/errors.ts'
import { safeNext } from '#kernel/next-path.ts'
import { reportTexts } from '#kernel/report-texts.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'
import { cameFrom, plainForm } from '#web/validation/plain-form.ts'
import { pageParam, pathId } from '#web/validation/validate.ts'

const targetParam = pageParam(z.object({ kind: z.enum(REPORT_KINDS), id: pathId }))

/** Reports without JavaScript. With JavaScript, client/reports/dialog.ts asks the same. */
export const reportsPages = new Hono<AppEnv>()
  .get('/report/:kind/:id', signedIn, targetParam, (c) => {
    const next = c.req.query('next')
    const back = next === undefined ? cameFrom(c) : safeNext(next)
    if (c.req.query('sent') === undefined) return showForm(c, c.req.valid('param'), back)
    const { language } = c.var
    return page(
      c,
      { title: reportTexts[language].sent, robots: 'noindex' },
      <ReportSent next={back} language={language} />,
    )
  })
  .post('/report/:kind/:id', repeats('idempotent'), member, targetParam, async (c) => {
    const target = c.req.valid('param')
    const next = safeNext(c.req.query('next'))
    const { input, sent, problems } = await plainForm(c, PlainReportInput)
    if (problems) return showForm(c, target, next, { sent, problems })
    await report(c.var.db, c.var.viewer, { ...input, target }, c.var.now)
    return c.redirect(`${reportPath(target)}?sent&next=${encodeURIComponent(next)}`, 303)
  })

const NOTHING_SENT = { sent: {}, problems: {} }

async function showForm(
  c: Context<MemberEnv>,
  target: ReportTarget,
  next: string,
  refused = NOTHING_SENT,
) {
  const { db, viewer, language } = c.var
  const content = await db.read(reportedContentOf(target))
  if (content.subject === viewer.uid) throw new AppError('own_post')
  return page(
    c,
    { title: reportTexts[language].button[target.kind], robots: 'noindex' },
    <ReportView {...{ target, content, next, language }} {...refused} />,
    refused === NOTHING_SENT ? 200 : 422,
  )
}
