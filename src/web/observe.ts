import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { setMetric, timing } from 'hono/timing'
import { Meter } from '#db/meter.ts'
import type { AppEnv } from '#env'
import { randomId } from '#kernel/ids.ts'

/** Gives every request an id and a meter, and leaves one line in the log: never a password, token, e-mail or body. */
export const observe = createMiddleware<AppEnv>(async (c, next) => {
  const started = Date.now()
  const meter = new Meter()
  c.set('requestId', randomId())
  c.set('meter', meter)
  await next()
  c.res.headers.set('X-Request-Id', c.var.requestId)
  setMetric(c, 'd1', `round trips: ${meter.roundTrips}`)
  setMetric(c, 'd1-read', `rows read: ${meter.rowsRead}`)
  setMetric(c, 'd1-written', `rows written: ${meter.rowsWritten}`)
  if (c.env.ENVIRONMENT !== 'test') console.log(logLine(c, Date.now() - started))
})

/** What the request cost, told to whoever works on the site. Stands around `observe`. */
export const tellCost = timing({ enabled: ({ env }) => env.ENVIRONMENT !== 'production' })

/** What the log keeps of a request. The route and not the address, which may hold what somebody searched for. */
export function logLine(c: Context<AppEnv>, duration: number): string {
  const { requestId, meter, viewer } = c.var
  return JSON.stringify({
    level: 'info',
    request_id: requestId,
    method: c.req.method,
    route: routePath(c, -1),
    status: c.res.status,
    ms: duration,
    d1_round_trips: meter.roundTrips,
    d1_rows_read: meter.rowsRead,
    d1_rows_written: meter.rowsWritten,
    uid: viewer?.uid ?? null,
  })
}
