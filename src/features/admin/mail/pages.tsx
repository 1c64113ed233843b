import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { whatWaits } from '#features/admin/frame/waiting.ts'
import { mailPage } from '#features/admin/mail/list.ts'
import { adminMailTexts } from '#features/admin/mail/text.ts'
import { MailView } from '#features/admin/mail/views.tsx'
import { mailServiceOf } from '#features/mail/service.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { ownerPage } from '#web/guards.ts'
import { pageRequest } from '#web/validate.ts'

export const adminMailPages = new Hono<AppEnv>().get('/admin/mail', ownerPage, async (c) => {
  const { db, language } = c.var
  const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
  const { waiting, mails } = await db.read({ waiting: whatWaits, mails: mailPage(request) })
  const hasService = mailServiceOf(c.env) !== null
  return adminPageOf(
    c,
    { name: 'mail', title: adminMailTexts[language].title, waiting },
    <MailView {...{ mails, hasService, language }} />,
  )
})
