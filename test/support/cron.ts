import type { Bindings } from '#env'
import { EVERY_MINUTE, minuteJobs, opened, quarterHourJobs, runCron, runJobs } from '#jobs'

type Job = keyof (ReturnType<typeof minuteJobs> & ReturnType<typeof quarterHourJobs>)

/**
 * Runs these jobs of the cron in the order of a run. A whole run of 35 jobs costs as much as 40
 * requests.
 */
export async function runOnly(names: readonly Job[], env: Bindings, now: Date): Promise<void> {
  const resources = opened(env)
  const jobs = { ...minuteJobs(resources, now), ...quarterHourJobs(resources, now) }
  const inOrder = Object.keys(jobs) as Job[]
  for (const name of names)
    if (!inOrder.includes(name)) throw new Error(`the cron has no job “${name}”`)
  for (const name of inOrder) if (names.includes(name)) await jobs[name]()
}

/** Runs the jobs of both triggers, as at every quarter of an hour. */
export async function runAllJobs(env: Bindings, now: Date): Promise<void> {
  await runCron(EVERY_MINUTE, env, now)
  await runJobs(env, now)
}
