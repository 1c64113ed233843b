import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type Post = (url: URL, headers: Record<string, string>, body: string | Uint8Array) => Promise<Posted>

export interface Posted {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer<ArrayBuffer>
}

/**
 * workerd closes a connection that is idle for 5 s. A request that is sent at this moment fails, and may not be
 * repeated, so connections are not used after a shorter time.
 */
const IDLE_MAX = 1_000

/** POST requests to a runtime. `dispatchFetch` of Miniflare opens a connection for each, which doubles their CPU time. */
export function keepingConnections(): Post {
  let agent = new Agent()
  let lastUse = Number.NEGATIVE_INFINITY
  return async (url, headers, body) => {
    // The agent closes idle connections itself, but not while this process executes a long statement.
    if (performance.now() - lastUse > IDLE_MAX) agent = new Agent({ keepAlive: true, timeout: IDLE_MAX })
    const answered = Promise.withResolvers<Posted>()
    const length = { 'content-length': String(Buffer.byteLength(body)) }
    const sent = request(url, { method: 'POST', agent, headers: { ...headers, ...length } }, (answer) => {
      const { statusCode: status = 0, headers } = answer
      buffer(answer).then((bytes) => answered.resolve({ status, headers, bytes }), answered.reject)
    })
    sent.on('error', answered.reject).end(body)
    const posted = await answered.promise
    lastUse = performance.now()
    return posted
  }
}
