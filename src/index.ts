import { createApp } from '#app'
import type { Bindings } from '#env'
import { runCron } from '#jobs'
import { takeMailReports } from '#mail-reports'

export { EnergizeCounter } from '#features/energize/counter.ts'
export { ViewCounter } from '#features/views/counter.ts'
export { LiveRoom } from '#web/live-room.ts'
export { RateLimiter } from '#web/rate-limiter.ts'

const app = createApp()

/** A timer that is early by a millisecond must not be late by a minute: what is due at the time of the trigger is due. */
const timeOf = (scheduledTime: number) => new Date(Math.max(Date.now(), scheduledTime))

export default {
  fetch: app.fetch,
  scheduled: async ({ cron, scheduledTime }, env, context) =>
    context.waitUntil(runCron(cron, env, timeOf(scheduledTime))),
  queue: (batch, env) => takeMailReports(batch, env, new Date()),
} satisfies ExportedHandler<Bindings>
