import type { Context } from 'hono'

/** Responds with 204 after the command. */
export async function done(c: Context, command: Promise<unknown>): Promise<Response> {
  await command
  return c.body(null, 204)
}

/** Responds with 202 after a command that continues in the background or by mail. */
export async function accepted(c: Context, command: Promise<unknown>): Promise<Response> {
  await command
  return c.json({}, 202)
}

export function csvFile(
  c: Context,
  csv: ReadableStream<Uint8Array> | string,
  name: string,
): Response {
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  })
}
