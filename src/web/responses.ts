import type { Context } from 'hono'

/** Responds with 204 after the command. */
export async function done(c: Context, command: Promise<unknown>): Promise<Response> {
  await command
  return c.body(null, 204)
}

/** Responds with a CSV file to download. */
export function csvFile(c: Context, csv: ReadableStream<Uint8Array> | string, name: string): Response {
  return c.body(csv, 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}.csv"`,
    'Cache-Control': 'no-store',
  })
}
