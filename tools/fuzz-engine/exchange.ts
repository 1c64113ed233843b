import { Buffer } from 'node:buffer'
import { Agent, type IncomingMessage, request } from 'node:http'
import type { Sending } from './sending.ts'

export interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** Milliseconds from the sending to the last byte. */
  ms: number
}

/** So long is waited for an answer. It only bounds a hang: what is late is judged by what it took. */
const PATIENCE = 600_000

const agent = new Agent({ keepAlive: true })

/** Sends a request to the byte, which `fetch` would not. One that gets no answer throws. */
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
      // A stream of events goes on for ever: that it began is the answer.
      if (!response.headers['content-type']?.startsWith('text/event-stream')) return
      end()
      sent.destroy()
    })
    sent.on('upgrade', (response, socket) => {
      socket.destroy()
      const { statusCode: status = 0, headers } = response
      resolve({ status, headers, body: Buffer.alloc(0), ms: performance.now() - started })
    })
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${PATIENCE / 1000} s`)))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A connection that was kept may be closed at the other end just now: on a new one it shows whether that was all.
      if (!sent.reusedSocket || error.code !== 'ECONNRESET') return reject(error)
      exchange(url, { method, address, headers: { ...headers, connection: 'close' }, body }).then(resolve, reject)
    })
    sent.end(body ?? undefined)
  })
}
