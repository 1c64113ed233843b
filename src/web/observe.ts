import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import { Meter } from '#db/client.ts'
import type { AppEnv, Bindings } from '#env'
import { type CostRefusal, costRefusalOf } from '#kernel/errors.ts'
import { randomId } from '#kernel/ids.ts'

/**
 * Counts requests and writes the counts to the database. app.tsx passes in the implementation of
 * features/core/site.
 */
export interface Figures {
  /** Counts a response of the fast path. */
  countReady(): void
  /** `refusal` is the reason of a request that was refused because of its cost. */
  note(route: string, status: number, ms: number, refusal: CostRefusal | null): void
  writeDue(d1: D1Database, now: Date): Promise<void> | null
}

/** Gives every request an id and a meter, counts the request and logs it. */
export const observe = (figures: Figures) =>
  createMiddleware<AppEnv>(async (c, next) => {
    const started = Date.now()
    const meter = new Meter()
    c.set('requestId', randomId())
    c.set('meter', meter)
    await next()
    const { requestId, viewerId, now } = c.var
    const { status, headers } = c.res
    // A response that is sent again for a repeated request keeps its own id, because its message
    // may contain this id.
    if (!headers.has('X-Request-Id')) headers.set('X-Request-Id', requestId)
    if (c.env.ENVIRONMENT !== 'production') headers.set('Server-Timing', costOf(meter))
    const { method } = c.req
    const ms = Date.now() - started
    const route = routePath(c, -1)
    figures.note(`${method} ${route}`, status, ms, costRefusalOf(c.error))
    const written = figures.writeDue(c.env.DB, now)
    if (written) c.executionCtx.waitUntil(written)
    if (!isLogged(c.env, status)) return
    console.log(
      logLine({ requestId, method, route, status, ms, meter, uid: viewerId?.uid ?? null }),
    )
  })

type Cost = Pick<Meter, 'roundTrips' | 'rowsRead' | 'rowsWritten'>

/** The database cost of a request as the value of the header Server-Timing. */
function costOf({ roundTrips, rowsRead, rowsWritten }: Cost): string {
  return [
    `d1;desc="round trips: ${roundTrips}"`,
    `d1-read;desc="rows read: ${rowsRead}"`,
    `d1-written;desc="rows written: ${rowsWritten}"`,
  ].join(', ')
}

/** The Server-Timing value for a response without database access. */
export const NO_COST = costOf(new Meter())

interface Responded {
  requestId: string
  method: string
  /** The route pattern, not the URL, which may contain search terms. */
  route: string
  status: number
  ms: number
  meter: Cost
  uid: number | null
}

type LogSettings = Partial<Pick<Bindings, 'ENVIRONMENT' | 'LOG_SHARE'>>

/** Whether this request is in the sample that is logged. Failed requests always are. */
export function isLogged({ ENVIRONMENT, LOG_SHARE }: LogSettings, status: number): boolean {
  if (ENVIRONMENT === 'test') return false
  return status >= 500 || LOG_SHARE === undefined || Math.random() < Number(LOG_SHARE)
}

/**
 * The log line of a request. It never contains a password, a token, an e-mail address or a body.
 */
export function logLine({ requestId, method, route, status, ms, meter, uid }: Responded): string {
  return JSON.stringify({
    level: 'info',
    request_id: requestId,
    method,
    route,
    status,
    ms,
    d1_round_trips: meter.roundTrips,
    d1_rows_read: meter.rowsRead,
    d1_rows_written: meter.rowsWritten,
    uid,
  })
}
