import { type Context, Hono } from 'hono'
import type { SitePageName } from '#db/schema/identity.ts'
import type { AppEnv } from '#env'
import { brandOf } from '#features/core/identity/identity.ts'
import { siteIdentity } from '#features/core/identity/known.ts'
import { webManifest } from '#features/core/identity/manifest.ts'
import { pageToRead, sitePagePath } from '#features/core/identity/site-page.ts'
import { identityTexts } from '#features/core/identity/words.ts'
import { page } from '#features/core/shell/page.tsx'
import { bodyFor } from '#features/pages/reading/views-body.tsx'
import { SitePageView } from '#features/pages/site-pages/views.tsx'
import { summaryOf } from '#kernel/html/summary.ts'
import { cached } from '#web/cache/edge-cache.ts'

export const sitePages = new Hono<AppEnv>()
  .get('/manifest.webmanifest', cached(), async (c) => {
    const { db, now, language } = c.var
    const identity = await siteIdentity(db, now)
    const manifest = webManifest(identity, brandOf(identity, language), language)
    return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' })
  })
  .get('/about', cached(), (c) => showPage(c, 'about'))
  .get('/rules', cached(), (c) => showPage(c, 'rules'))
  .get('/privacy', cached(), (c) => showPage(c, 'privacy'))

/** Search engines show no more of it. */
const DESCRIPTION_MAX = 160

async function showPage(c: Context<AppEnv>, name: SitePageName) {
  const { db, language } = c.var
  const written = await db.read(pageToRead(name, language))
  const { html, hasCode } = bodyFor(written.body, language)
  const title = identityTexts[language].pages[name]
  const description = summaryOf(written.body, DESCRIPTION_MAX)
  const facts = { title, description, canonicalPath: sitePagePath(name), isReading: true, hasCode }
  return page(c, facts, <SitePageView {...{ html, language }} page={written} />)
}
