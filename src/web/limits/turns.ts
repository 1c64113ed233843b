import { SECOND } from '#kernel/clock.ts'
import { pause } from '#kernel/pause.ts'

/** After this time the next request takes its turn. A request whose client disconnects may never end its own. */
const TURN_MAX = 5 * SECOND
const PAUSE = 20

/** When the current turn ends at the latest; 0 if none is taken. */
let takenUntil = 0

/**
 * Runs expensive work one at a time in an isolate, so that the isolate answers other requests in between. A request must not await
 * the promise of another request, so it waits by polling.
 */
export async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  while (Date.now() < takenUntil) await pause(PAUSE)
  const until = Date.now() + TURN_MAX
  takenUntil = until
  try {
    return await work()
  } finally {
    if (takenUntil === until) takenUntil = 0
  }
}
