/**
 * What D1 says when the same statement may work a moment later, and what Durable Objects say with `retryable`:
 * https://developers.cloudflare.com/d1/observability/debug-d1/. It may have been carried out all the same.
 */
const PASSING = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Cannot resolve D1 DB due to transient issue',
  "Can't read from request stream because client disconnected",
]

/** What it says when it has too much to do. To ask again at once would add to it. */
const TOO_MUCH = [
  'D1 DB is overloaded',
  'exceeded timeout which caused object to be reset',
  'isolate exceeded its memory limit',
  'exceeded its CPU time limit',
]

/** D1 asks again itself where it can tell a read; two more times are enough for what lies between it and us. */
const TRIES_MAX = 3
const FIRST_WAIT = 40

/** Whether trying again may help. */
export function isTransient(error: unknown): boolean {
  const { retryable, overloaded } = marksOf(error)
  return overloaded !== true && (retryable === true || says(error, PASSING))
}

/** Whether a part of the site failed, and not the site itself. */
export function isOutage(error: unknown): boolean {
  return isTransient(error) || marksOf(error).overloaded === true || says(error, TOO_MUCH)
}

/**
 * Tries again what failed in passing, after a wait that is another one each time, so that those who failed together do not come
 * back together. Only for what does no harm when it happens twice: a read, or a command with an idempotency key.
 */
export async function tryAgain<T>(attempt: () => Promise<T>, isHarmless: () => boolean = () => true): Promise<T> {
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

/** What the platform marks the errors of Durable Objects with. */
function marksOf(error: unknown): { retryable?: unknown; overloaded?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}

function says(error: unknown, sentences: readonly string[]): boolean {
  return error instanceof Error && sentences.some((sentence) => error.message.includes(sentence))
}
