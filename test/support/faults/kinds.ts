/** The platform parts of a site. */
export type Part =
  | 'DB'
  | 'SEARCH'
  | 'IMAGES'
  | 'BACKUPS'
  | 'RATE_LIMITER'
  | 'ENERGIZE_COUNTER'
  | 'VIEW_COUNTER'
  | 'LIVE_ROOM'
  | 'EMAIL'
  | 'CACHE'

interface FaultKind {
  /** Whether the call is executed before it fails. */
  isCarriedOut: boolean
  error: () => Error
}

const kind = (isCarriedOut: boolean, message: string, marks: object = {}): FaultKind => ({
  isCarriedOut,
  error: () => Object.assign(new Error(message), marks),
})

/** Errors with the messages and properties of the platform. */
export const KINDS = {
  'D1 loses the connection': kind(false, 'D1_ERROR: Network connection lost.'),
  'D1 is reset': kind(false, 'D1_ERROR: Internal error in D1 DB storage caused object to be reset.'),
  'D1 is overloaded': kind(false, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'),
  'D1 breaks': kind(false, 'D1_ERROR: an unknown failure: SQLITE_ERROR'),
  'D1 commits, then times out': kind(true, 'D1_ERROR: Network connection lost.'),
  'R2 fails before the write': kind(false, 'put: We encountered an internal error. Please try again. (10001)'),
  'R2 fails after the write': kind(true, 'put: We encountered an internal error. Please try again. (10001)'),
  'the object throws': kind(false, 'a bug in the object', { remote: true }),
  'the object is evicted': kind(false, 'Durable Object reset because its code was updated.', {
    retryable: true,
    durableObjectReset: true,
  }),
  'the object is unreachable': kind(false, 'Network connection lost.', { retryable: true }),
  'the object is overloaded': kind(false, 'Durable Object is overloaded. Too many requests queued.', {
    overloaded: true,
  }),
  'the object acts, then is evicted': kind(true, 'Network connection lost.', { retryable: true }),
  'the mail is refused': kind(false, 'refused', { code: 'E_INTERNAL_SERVER_ERROR' }),
  'the mail is sent, then it throws': kind(true, 'Network connection lost.'),
  'the cache throws': kind(false, 'Internal error in the cache'),
} as const satisfies Record<string, FaultKind>

export type Kind = keyof typeof KINDS

const D1: readonly Kind[] = ['D1 loses the connection', 'D1 is reset', 'D1 is overloaded', 'D1 breaks']
const R2: readonly Kind[] = ['R2 fails before the write']
const OBJECT: readonly Kind[] = [
  'the object throws',
  'the object is evicted',
  'the object is unreachable',
  'the object is overloaded',
]

/** Possible faults of each part before and after the call takes effect. */
export const BEFORE: Record<Part, readonly Kind[]> = {
  DB: D1,
  SEARCH: D1,
  IMAGES: R2,
  BACKUPS: R2,
  RATE_LIMITER: OBJECT,
  ENERGIZE_COUNTER: OBJECT,
  VIEW_COUNTER: OBJECT,
  LIVE_ROOM: OBJECT,
  EMAIL: ['the mail is refused'],
  CACHE: ['the cache throws'],
}

export const AFTER: Record<Part, Kind | null> = {
  DB: 'D1 commits, then times out',
  SEARCH: 'D1 commits, then times out',
  IMAGES: 'R2 fails after the write',
  BACKUPS: 'R2 fails after the write',
  RATE_LIMITER: 'the object acts, then is evicted',
  ENERGIZE_COUNTER: 'the object acts, then is evicted',
  VIEW_COUNTER: 'the object acts, then is evicted',
  LIVE_ROOM: 'the object acts, then is evicted',
  EMAIL: 'the mail is sent, then it throws',
  CACHE: null,
}

/** Faults that are retried where a retry is harmless. */
export const PASSING: ReadonlySet<Kind> = new Set<Kind>([
  'D1 loses the connection',
  'D1 is reset',
  'the object is evicted',
  'the object is unreachable',
])
