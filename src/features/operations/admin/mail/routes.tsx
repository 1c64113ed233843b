import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailOrigin, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { mailPage, retryMail, sendTestMail } from '#features/operations/admin/mail/list.ts'
import { MailView } from '#features/operations/admin/mail/views.tsx'
import { owner, ownerPage } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { idParam, pageRequest } from '#web/validation/validate.ts'

export const adminMailApi = new Hono<AppEnv>()
  .post(
    '/admin/mail/test',
    write('sendAdminTestMail', { tag: 'admin', repeat: 'adds' }),
    owner,
    sendsMail,
    doc('Send a test mail to yourself', { 204: null }, 'rate_limited'),
    async (c) => {
      await sendTestMail(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/mail/:id/retry',
    write('retryAdminMail', { tag: 'admin', repeat: 'refused: not_found' }),
    owner,
    sendsMail,
    idParam,
    doc('Retry a kept or failed mail', { 204: null }, 'not_found'),
    async (c) => {
      await retryMail(c.var.db, c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )

export const adminMailPages = new Hono<AppEnv>().get('/admin/mail', ownerPage, (c) => {
  const mails = mailPage(pageRequest({ cursor: c.req.query('cursor') }))
  const hasService = mailServiceOf(c.env) !== null
  return showAdminPage(c, { name: 'mail' }, { mails }, (read) => <MailView {...read} hasService={hasService} />)
})
