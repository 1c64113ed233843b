import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { retryMail } from '#features/admin/mail/list.ts'
import { sendTestMail } from '#features/admin/mail/test-mail.ts'
import { doc } from '#web/doc.ts'
import { owner } from '#web/guards.ts'
import { mailOrigin, sendsMail } from '#web/sends-mail.ts'
import { idParam } from '#web/validate.ts'

export const adminMailApi = new Hono<AppEnv>()
  .post('/admin/mail/test', owner, sendsMail, doc('Send a mail to oneself', { 204: null }), async (c) => {
    await sendTestMail(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)
    return c.body(null, 204)
  })
  .post(
    '/admin/mail/:id/retry',
    owner,
    sendsMail,
    idParam,
    doc('Send a mail that was kept or has failed once more', { 204: null }, 'not_found'),
    async (c) => {
      await retryMail(c.var.db, c.req.valid('param').id, c.var.now)
      return c.body(null, 204)
    },
  )
