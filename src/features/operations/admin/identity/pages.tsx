import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import * as z from 'zod'
import { SITE_PAGES } from '#db/values.ts'
import type { AppEnv } from '#env'
import { identityTexts } from '#features/core/identity/default-identity.ts'
import { wholeIdentity } from '#features/core/identity/identity.ts'
import { pageToWrite } from '#features/core/identity/site-page.ts'
import { page } from '#features/core/shell/page.tsx'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { adminIdentityTexts } from '#features/operations/admin/identity/text.ts'
import { IdentityView, type WrittenPages } from '#features/operations/admin/identity/views.tsx'
import { WritePageView } from '#features/operations/admin/identity/views-write-page.tsx'
import { allPinned } from '#features/publishing/lists/pinned.ts'
import { isLanguage } from '#kernel/i18n.ts'
import { ownerPage } from '#web/guards/guards.ts'
import { pageParam } from '#web/validation/validate.ts'

export const adminIdentityPages = new Hono<AppEnv>()
  .get('/admin/identity', ownerPage, async (c) => {
    const { db, language } = c.var
    const { waiting, identity, written, pinned } = await db.read({
      waiting: openDecisions,
      identity: wholeIdentity,
      pinned: allPinned,
      written: sql<WrittenPages[number]>`SELECT name, language FROM site_pages`,
    })
    return adminPageOf(
      c,
      { name: 'identity', title: adminIdentityTexts[language].title, waiting },
      <IdentityView {...{ identity, written, pinned, language }} />,
    )
  })
  .get('/admin/pages/:name', ownerPage, pageParam(z.object({ name: z.enum(SITE_PAGES) })), async (c) => {
    const { db, language } = c.var
    const { name } = c.req.valid('param')
    const asked = c.req.query('language')
    const of = isLanguage(asked) ? asked : language
    const written = await db.read(pageToWrite(name, of))
    return page(
      c,
      { title: identityTexts[language].pages[name], robots: 'noindex', scripts: ['site-page.js'] },
      <WritePageView {...{ name, of, language }} page={written} />,
    )
  })
