import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Answer = (request: IncomingMessage, body: Buffer, response: ServerResponse) => unknown

/** Somebody else's server, on the loopback and until the test is over. Who is killed while they ask is not answered. */
export async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    if (body) await answer(request, body, response)
  }).listen(0, '127.0.0.1')
  // A caller that pauses for longer than the default of 5 s would find its connection closed.
  server.keepAliveTimeout = 20 * 60_000
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
