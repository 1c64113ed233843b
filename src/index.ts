import { createApp } from '#app'
import type { Bindings } from '#env'

export { EnergizeCounter } from '#features/community/energize/counter.ts'
export { LiveRoom } from '#features/community/live/http/live-room.ts'
export { ViewCounter } from '#features/community/views/counter.ts'
export { HoldTimer } from '#hold-timer'
export { RateLimiter } from '#web/limits/rate-limiter.ts'

const app = createApp()

/**
 * A timer may fire a millisecond early. The later one of the current and the scheduled time is
 * used, so that work due at the scheduled time does not wait for another minute.
 */
const timeOf = (scheduledTime: number) => new Date(Math.max(Date.now(), scheduledTime))

// The jobs and the mail reports are loaded when they first run: no request of a reader needs them.
export default {
  fetch: app.fetch,
  scheduled: async ({ cron, scheduledTime }, env, context) => {
    const now = timeOf(scheduledTime)
    context.waitUntil(import('#jobs').then(({ runCron }) => runCron(cron, env, now)))
  },
  queue: async (batch, env) => {
    const { takeMailReports } = await import('#mail-reports')
    await takeMailReports(batch, env, new Date())
  },
} satisfies ExportedHandler<Bindings>
