import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { mailPage } from '#features/operations/admin/mail/list.ts'
import { adminMailTexts } from '#features/operations/admin/mail/text.ts'
import { MailView } from '#features/operations/admin/mail/views.tsx'
import { ownerPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

export const adminMailPages = new Hono<AppEnv>().get('/admin/mail', ownerPage, (c) => {
  const { language } = c.var
  const { title } = adminMailTexts[language]
  const mails = mailPage(pageRequest({ cursor: c.req.query('cursor') }))
  const hasService = mailServiceOf(c.env) !== null
  return showAdminPage(c, { name: 'mail', title }, { mails }, ({ mails }) => (
    <MailView {...{ mails, hasService, language }} />
  ))
})
