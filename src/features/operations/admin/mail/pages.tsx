import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { mailServiceOf } from '#features/core/mail/service.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { mailPage } from '#features/operations/admin/mail/list.ts'
import { adminMailTexts } from '#features/operations/admin/mail/text.ts'
import { MailView } from '#features/operations/admin/mail/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { ownerPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

export const adminMailPages = new Hono<AppEnv>().get('/admin/mail', ownerPage, async (c) => {
  const { db, language } = c.var
  const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
  const { waiting, mails } = await db.read({ waiting: openDecisions, mails: mailPage(request) })
  const hasService = mailServiceOf(c.env) !== null
  return adminPageOf(
    c,
    { name: 'mail', title: adminMailTexts[language].title, waiting },
    <MailView {...{ mails, hasService, language }} />,
  )
})
