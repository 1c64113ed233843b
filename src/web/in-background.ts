import type { Context } from 'hono'

/** Continues with work after the response is sent. A failure of the work is only logged. */
export function inBackground(
  c: Pick<Context, 'executionCtx'>,
  job: string,
  work: Promise<unknown>,
): void {
  const noted = work.catch((error) =>
    console.error(JSON.stringify({ level: 'error', job, error: String(error) })),
  )
  c.executionCtx.waitUntil(noted)
}
