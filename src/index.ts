import { createApp } from '#app'
import type { Bindings } from '#env'
import { runCron } from '#jobs'
import { takeMailReports } from '#mail-reports'

export { EnergizeCounter } from '#features/community/energize/counter.ts'
export { LiveRoom } from '#features/community/live/http/live-room.ts'
export { ViewCounter } from '#features/community/views/counter.ts'
export { RateLimiter } from '#web/limits/rate-limiter.ts'

const app = createApp()

/**
 * A timer may fire a millisecond early. The later one of the current and the scheduled time is
 * used, so that work due at the scheduled time does not wait for another minute.
 */
const timeOf = (scheduledTime: number) => new Date(Math.max(Date.now(), scheduledTime))

export default {
  fetch: app.fetch,
  scheduled: async ({ cron, scheduledTime }, env, context) =>
    context.waitUntil(runCron(cron, env, timeOf(scheduledTime))),
  queue: (batch, env) => takeMailReports(batch, env, new Date()),
} satisfies ExportedHandler<Bindings>
