import type { Meter } from '#db/meter.ts'
import type { Bindings } from '#env'

interface Answered {
  requestId: string
  method: string
  /** The route pattern, not the URL, which may contain search terms. */
  route: string
  status: number
  ms: number
  meter: Pick<Meter, 'roundTrips' | 'rowsRead' | 'rowsWritten'>
  uid: number | null
}

type Told = Partial<Pick<Bindings, 'ENVIRONMENT' | 'LOG_SHARE'>>

/** Whether this request is in the log sample. Failures always are. */
export function isLogged({ ENVIRONMENT, LOG_SHARE }: Told, status: number): boolean {
  if (ENVIRONMENT === 'test') return false
  return status >= 500 || LOG_SHARE === undefined || Math.random() < Number(LOG_SHARE)
}

/** The log line of a request. Never contains a password, token, e-mail or body. */
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
