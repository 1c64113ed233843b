import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { whatWaits } from '#features/admin/frame/waiting.ts'
import { adminIdentityTexts } from '#features/admin/identity/text.ts'
import { IdentityView } from '#features/admin/identity/views.tsx'
import { wholeIdentity } from '#features/identity/identity.ts'
import { ownerPage } from '#web/guards.ts'

export const adminIdentityPages = new Hono<AppEnv>().get('/admin/identity', ownerPage, async (c) => {
  const { db, language } = c.var
  const { waiting, identity } = await db.read({ waiting: whatWaits, identity: wholeIdentity })
  return adminPageOf(
    c,
    { name: 'identity', title: adminIdentityTexts[language].title, waiting },
    <IdentityView {...{ identity, language }} />,
  )
})
