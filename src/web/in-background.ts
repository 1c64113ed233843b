import type { Context } from 'hono'

/** Goes on after the answer. Should it fail, the log says so, and nothing else is lost by it. */
export function inBackground(c: Pick<Context, 'executionCtx'>, job: string, work: Promise<unknown>): void {
  const noted = work.catch((error) => console.error(JSON.stringify({ level: 'error', job, error: String(error) })))
  c.executionCtx.waitUntil(noted)
}
