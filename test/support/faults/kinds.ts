const kind = (isCarriedOut: boolean, message: string, marks: object = {}) => ({
  /** Whether the call is executed before it fails. */
  isCarriedOut,
  error: () => Object.assign(new Error(message), marks),
})

/** Errors with the messages and properties of the platform. */
export const KINDS = {
  'D1 loses the connection': kind(false, 'D1_ERROR: Network connection lost.'),
  'D1 is reset': kind(
    false,
    'D1_ERROR: Internal error in D1 DB storage caused object to be reset.',
  ),
  'D1 is overloaded': kind(false, 'D1_ERROR: D1 DB is overloaded. Requests queued for too long.'),
  'D1 breaks': kind(false, 'D1_ERROR: an unknown failure: SQLITE_ERROR'),
  'D1 commits, then times out': kind(true, 'D1_ERROR: Network connection lost.'),
  'R2 fails before the write': kind(
    false,
    'put: We encountered an internal error. Please try again. (10001)',
  ),
  'R2 fails after the write': kind(
    true,
    'put: We encountered an internal error. Please try again. (10001)',
  ),
  'the object throws': kind(false, 'a bug in the object', { remote: true }),
  'the object is evicted': kind(false, 'Durable Object reset because its code was updated.', {
    retryable: true,
    durableObjectReset: true,
  }),
  'the object is unreachable': kind(false, 'Network connection lost.', { retryable: true }),
  'the object is overloaded': kind(
    false,
    'Durable Object is overloaded. Too many requests queued.',
    {
      overloaded: true,
    },
  ),
  'the object acts, then is evicted': kind(true, 'Network connection lost.', { retryable: true }),
  'the mail is refused': kind(false, 'refused', { code: 'E_INTERNAL_SERVER_ERROR' }),
  'the mail is sent, then it throws': kind(true, 'Network connection lost.'),
  'the job is lost': kind(false, 'Network connection lost.'),
  'the job fails': kind(false, 'a bug in the job'),
  'the cache throws': kind(false, 'Internal error in the cache'),
}

export type Kind = keyof typeof KINDS

interface PartFaults {
  /** Before the call takes effect. The last kind is one that is not retried. */
  before: readonly [Kind, ...Kind[]]
  after: Kind | null
}

const D1: PartFaults = {
  before: ['D1 loses the connection', 'D1 is reset', 'D1 is overloaded', 'D1 breaks'],
  after: 'D1 commits, then times out',
}
const R2: PartFaults = { before: ['R2 fails before the write'], after: 'R2 fails after the write' }
const OBJECT: PartFaults = {
  before: [
    'the object throws',
    'the object is evicted',
    'the object is unreachable',
    'the object is overloaded',
  ],
  after: 'the object acts, then is evicted',
}

/** The platform parts of a site. */
const PARTS = {
  DB: D1,
  SEARCH: D1,
  IMAGES: R2,
  BACKUPS: R2,
  RATE_LIMITER: OBJECT,
  ENERGIZE_COUNTER: OBJECT,
  VIEW_COUNTER: OBJECT,
  HOLD_TIMER: OBJECT,
  LIVE_ROOM: OBJECT,
  EMAIL: { before: ['the mail is refused'], after: 'the mail is sent, then it throws' },
  COMPUTE: { before: ['the job is lost', 'the job fails'], after: null },
  CACHE: { before: ['the cache throws'], after: null },
} satisfies Record<string, PartFaults>

export type Part = keyof typeof PARTS

export const kindsBefore = (part: Part): PartFaults['before'] => PARTS[part].before
export const finalKind = (part: Part): Kind => existing(PARTS[part].before.at(-1))
export const kindAfter = (part: Part): Kind => existing(PARTS[part].after)

function existing(kind: Kind | null | undefined): Kind {
  if (kind) return kind
  throw new Error('a part without faults')
}

/** Faults that are retried where a retry is harmless. */
export const PASSING: ReadonlySet<Kind> = new Set<Kind>([
  'D1 loses the connection',
  'D1 is reset',
  'the object is evicted',
  'the object is unreachable',
  'the job is lost',
])
