import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailOrigin, sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { retryMail, sendTestMail } from '#features/operations/admin/mail/list.ts'
import { owner } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { idParam } from '#web/validation/validate.ts'

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
