import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { invitationBatches } from '#features/accounts/invitations/batches.ts'
import { settingOf } from '#features/core/site/settings.ts'
import { showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { adminInvitationTexts } from '#features/operations/admin/invitations/text.ts'
import { InvitationBatchesView } from '#features/operations/admin/invitations/views.tsx'
import { ownerPage } from '#web/guards/guards.ts'
import { pageRequest } from '#web/validation/validate.ts'

export const adminInvitationsPages = new Hono<AppEnv>().get('/admin/invitations', ownerPage, (c) => {
  const { language, now } = c.var
  const { title } = adminInvitationTexts[language]
  const data = {
    batches: invitationBatches(pageRequest({ cursor: c.req.query('cursor') })),
    isInviteOnly: settingOf('registration.invite_only'),
  }
  return showAdminPage(c, { name: 'invitations', title }, data, (read) => (
    <InvitationBatchesView {...{ ...read, language, now }} />
  ))
})
