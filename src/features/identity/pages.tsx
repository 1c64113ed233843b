import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { brandOf } from '#features/identity/identity.ts'
import { siteIdentity } from '#features/identity/known.ts'
import { webManifest } from '#features/identity/manifest.ts'
import { cached } from '#web/edge-cache.ts'

export const identityPages = new Hono<AppEnv>().get('/manifest.webmanifest', cached(), async (c) => {
  const { db, now, language } = c.var
  const identity = await siteIdentity(db, now)
  const manifest = webManifest(identity, brandOf(identity, language), language)
  return c.body(JSON.stringify(manifest), 200, { 'Content-Type': 'application/manifest+json' })
})
