import { Hono } from 'hono'
import { openDb } from '#db/client.ts'
import type { AppEnv } from '#env'
import { loadSessionViewer } from '#features/accounts/sessions/http/identify.ts'
import { healthOf } from '#features/operations/health/health.ts'
import { lazyViewer } from '#web/guards/access.ts'
import build from '../../../generated/build.json'

export const healthRoute = new Hono<AppEnv>().get('/healthz', lazyViewer, async (c) => {
  const { healthy, checks } = await healthOf({
    db: c.var.db,
    search: openDb(c.env.SEARCH, c.var.meter),
    images: c.env.IMAGES,
    objects: {
      rate_limiter: () => c.env.RATE_LIMITER.getByName('health').ping(),
      energize_counter: () => c.env.ENERGIZE_COUNTER.getByName('health').ping(),
      view_counter: () => c.env.VIEW_COUNTER.getByName('health').ping(),
      hold_timer: () => c.env.HOLD_TIMER.getByName('health').ping(),
      live_room: () => c.env.LIVE_ROOM.getByName('health').ping(),
    },
    newestMigration: build.migrations.db,
  })
  c.header('Cache-Control', 'no-store')
  const asking = checks.database ? await loadSessionViewer(c).catch(() => null) : null
  const isOwner = asking?.role === 'owner'
  const response = {
    status: healthy ? 'ok' : 'starting',
    checks,
    ...(isOwner && { bundle: c.env.JOULE_BUNDLE ?? null }),
  }
  return c.json(response, healthy ? 200 : 503)
})
