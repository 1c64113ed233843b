import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { chooseNoticeMail, NoticeMailShape, noticeMailOf } from '#features/core/mail/notice-prefs.ts'
import { member, signedIn } from '#web/guards/guards.ts'
import { doc } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

export const noticeMailApi = new Hono<AppEnv>()
  .get(
    '/settings/notice-mail',
    signedIn,
    doc('Which notices the caller gets by mail, and when', { 200: NoticeMailShape }),
    async (c) => c.json(await noticeMailOf(c.var.db, c.var.viewer)),
  )
  .put(
    '/settings/notice-mail',
    member,
    doc('Choose which notices come by mail', { 200: NoticeMailShape }, 'email_unverified'),
    json(NoticeMailShape.partial()),
    async (c) => c.json(await chooseNoticeMail(c.var.db, c.var.viewer, c.req.valid('json'), mailOrigin(c), c.var.now)),
  )
