import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
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
  const duration = Date.now() - started
  if (c.env.ENVIRONMENT !== 'production') c.res.headers.set('Server-Timing', serverTiming(meter, duration))
  if (c.env.ENVIRONMENT !== 'test') console.log(logLine(c, duration))
})

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

function serverTiming(meter: Meter, duration: number): string {
  return [
    `d1;desc="round trips: ${meter.roundTrips}"`,
    `d1-read;desc="rows read: ${meter.rowsRead}"`,
    `d1-written;desc="rows written: ${meter.rowsWritten}"`,
    `total;dur=${duration}`,
  ].join(', ')
}
