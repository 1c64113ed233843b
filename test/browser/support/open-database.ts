import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { Site } from '../../../scripts/site/site.ts'

/**
 * The database of a site for the process of the tests. Not its file: where two processes write, one of them is told that it
 * is busy, and that might be the site.
 */
export async function openDatabase({ storage }: Site): Promise<{ url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    try {
      const statements = (await json(request)) as { sql: string; params: unknown[] }[]
      const { DB } = await storage()
      const results = await DB.batch(statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)))
      response.end(JSON.stringify(results.map((result) => result.results)))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}
