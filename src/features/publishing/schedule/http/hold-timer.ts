import type { Bindings } from '#env'
import type { FullRow } from '#features/publishing/posts/post.ts'

interface HoldContext {
  env: Bindings
  var: { now: Date }
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/** Starts the timer of a held post, after the response. If this fails, the cron publishes it. */
export function startHoldTimer(
  { env, var: { now }, executionCtx }: HoldContext,
  { id, publishes_at }: Pick<FullRow, 'id' | 'publishes_at'>,
): void {
  if (publishes_at === null) return
  const timer = env.HOLD_TIMER.getByName(`post:${id}`)
  const started = timer.start(now.getTime(), Date.parse(publishes_at))
  executionCtx.waitUntil(
    started.catch((error) =>
      console.error(JSON.stringify({ level: 'error', post_id: id, error: String(error) })),
    ),
  )
}
