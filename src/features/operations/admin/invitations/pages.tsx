import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { invitationBatches } from '#features/accounts/invitations/batches.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { adminInvitationTexts } from '#features/operations/admin/invitations/text.ts'
import { InvitationBatchesView } from '#features/operations/admin/invitations/views.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { ownerPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

export const adminInvitationsPages = new Hono<AppEnv>().get('/admin/invitations', ownerPage, async (c) => {
  const { db, language, now } = c.var
  const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.query('cursor') })
  const { waiting, ...known } = await db.read({
    waiting: openDecisions,
    batches: invitationBatches(request),
    isInviteOnly: settingOf('registration.invite_only'),
  })
  return adminPageOf(
    c,
    { name: 'invitations', title: adminInvitationTexts[language].title, waiting },
    <InvitationBatchesView {...{ ...known, language, now }} />,
  )
})
