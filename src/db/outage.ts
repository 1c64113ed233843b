/**
 * Messages of transient D1 errors (https://developers.cloudflare.com/d1/observability/debug-d1/).
 * Durable Objects set `retryable` instead. The statement may have been executed before the error.
 */
const TRANSIENT = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Cannot resolve D1 DB due to transient issue',
  "Can't read from request stream because client disconnected",
]

/** Messages of an overloaded database. An immediate retry would add to the load. */
const OVERLOADED = [
  'D1 DB is overloaded',
  'exceeded timeout which caused object to be reset',
  'isolate exceeded its memory limit',
  'exceeded its CPU time limit',
]

/**
 * Messages of a full disk, on a site that runs on one machine. Reads need space too: SQLite writes
 * beside its file.
 */
const FULL_DISK = ['database or disk is full', 'SQLITE_IOERR']

/**
 * D1 retries reads itself where it can detect them. Two more attempts are enough for errors between
 * D1 and the Worker.
 */
const TRIES_MAX = 3
const FIRST_WAIT = 40

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  const { retryable, overloaded } = marksOf(error)
  return overloaded !== true && (retryable === true || hasMessage(error, TRANSIENT))
}

/** Whether a part of the platform failed, as opposed to a bug of the site. */
export function isOutage(error: unknown): boolean {
  return (
    isTransient(error) ||
    marksOf(error).overloaded === true ||
    hasMessage(error, [...OVERLOADED, ...FULL_DISK])
  )
}

/**
 * Retries an attempt after a transient error, after a random delay, so that requests that failed
 * together are not repeated together. Use it only for work that may run twice: reads, and commands
 * with an idempotency key.
 */
export async function withRetry<T>(
  attempt: () => Promise<T>,
  isHarmless: () => boolean = () => true,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      if (tries === TRIES_MAX || !isTransient(error) || !isHarmless()) throw error
      const longest = FIRST_WAIT * 2 ** tries
      await new Promise((resolve) => setTimeout(resolve, longest * (0.5 + Math.random() / 2)))
    }
  }
}

/** Properties that the platform sets on errors of Durable Objects. */
function marksOf(error: unknown): { retryable?: unknown; overloaded?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}

function hasMessage(error: unknown, messages: readonly string[]): boolean {
  return error instanceof Error && messages.some((message) => error.message.includes(message))
}
