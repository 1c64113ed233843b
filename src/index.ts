import { createApp } from '#app'
import type { Bindings } from '#env'
import { runJobs } from '#jobs'

export { EnergizeCounter } from '#features/energize/counter.ts'
export { RateLimiter } from '#web/rate-limiter.ts'

const app = createApp()

export default {
  fetch: app.fetch,
  scheduled: async (_, env, context) => context.waitUntil(runJobs(env, new Date())),
} satisfies ExportedHandler<Bindings>
