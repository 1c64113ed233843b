import { Buffer } from 'node:buffer'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Sending } from './sending.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** Milliseconds from sending to the last byte. */
  ms: number
}

/** Only bounds a hang; slow responses are judged by their duration. */
const PATIENCE = 600_000

const agent = new Agent({ keepAlive: true })

/** Sends the exact bytes of a request, which `fetch` would change. Throws without a response. */
export function exchange(url: string, { method, address, headers, body }: Sending): Promise<Answer> {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  return new Promise((resolve, reject) => {
    const length = body && body.length > 0 ? { 'content-length': String(body.length) } : {}
    const options = {
      agent,
      hostname,
      port,
      method,
      path: address,
      headers: { ...headers, ...length },
      timeout: PATIENCE,
    }
    const sent = request(options, (response) => {
      const chunks: Buffer[] = []
      const end = () => {
        const { statusCode: status = 0, headers } = response
        resolve({ status, headers, body: Buffer.concat(chunks), ms: performance.now() - started })
      }
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', end)
      response.on('error', reject)
      // An event stream never ends: its start is the response.
      if (!response.headers['content-type']?.startsWith('text/event-stream')) return
      end()
      sent.destroy()
    })
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: Buffer.alloc(0), ms: performance.now() - started })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no response in ${PATIENCE / 1000} s`)))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // The server may have closed an idle connection: retry once on a new one.
      if (!sent.reusedSocket || error.code !== 'ECONNRESET') return reject(error)
      exchange(url, { method, address, headers: { ...headers, connection: 'close' }, body }).then(resolve, reject)
    })
    sent.end(body ?? undefined)
  })
}
