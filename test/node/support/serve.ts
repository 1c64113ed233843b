import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Respond = (
  request: IncomingMessage,
  body: Buffer<ArrayBuffer>,
  response: ServerResponse,
) => unknown

/** An HTTP server on loopback, closed after the test. A client that was killed gets no response. */
export async function serve(respond: Respond): Promise<string> {
  const server = createServer(async (request, response) => {
    const body = await buffer(request).catch(() => null)
    if (body) await respond(request, body, response)
  }).listen(0, '127.0.0.1')
  // A client may pause for longer than the default of 5 s.
  server.keepAliveTimeout = 20 * 60_000
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
