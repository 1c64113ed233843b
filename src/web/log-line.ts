import type { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'

interface Answered {
  requestId: string
  method: string
  /** Not the address, which may hold what somebody searched for. */
  route: string
  status: number
  ms: number
  meter: Pick<Meter, 'roundTrips' | 'rowsRead' | 'rowsWritten'>
  uid: number | null
}

type Told = Partial<Pick<Bindings, 'ENVIRONMENT' | 'LOG_SHARE'>>

/** Whether this request is one of those that the log keeps. What failed always is. */
export function isLogged({ ENVIRONMENT, LOG_SHARE }: Told, status: number): boolean {
  if (ENVIRONMENT === 'test') return false
  return status >= 500 || LOG_SHARE === undefined || Math.random() < Number(LOG_SHARE)
}

/** What the log keeps of a request: never a password, token, e-mail or body. */
export function logLine({ requestId, method, route, status, ms, meter, uid }: Answered): string {
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
