import { Agent, type IncomingHttpHeaders, request } from 'node:http'

export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Sent as JSON; bytes are sent as a form file. */
  body?: object | Uint8Array
  headers?: Record<string, string>
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  /** By the clock of this machine, which the site uses too: the site read it between the two times. */
  sentAt: number
  answeredAt: number
}

/**
 * Sends requests on this many connections. Returns null without a complete response: then it is unknown whether the
 * site executed the request.
 */
export type Ask = (asked: Asked) => Promise<Answer | null>

export function asking(url: () => string, connections: number): Ask & { close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const ask = (asked: Asked) => send(url(), agent, asked)
  return Object.assign(ask, { close: () => agent.destroy() })
}

export function jsonOf<Body>({ bytes }: Answer): Body {
  return JSON.parse(bytes.toString()) as Body
}

const PATIENCE = 120_000

function send(url: string, agent: Agent, { method, path, body, headers }: Asked): Promise<Answer | null> {
  const { type, content } = contentOf(body)
  return new Promise((resolve) => {
    let sentAt = Date.now()
    const sent = request(
      url + path,
      {
        ...{ agent, method, timeout: PATIENCE },
        headers: { ...(type && { 'content-type': type }), 'content-length': content.length, ...headers },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('error', () => resolve(null))
        response.on('close', () => {
          if (!response.complete) return resolve(null)
          const { statusCode: status = 0, headers } = response
          resolve({ status, headers, bytes: Buffer.concat(chunks), sentAt, answeredAt: Date.now() })
        })
      },
    )
    // With more requests than connections, some wait here first.
    sent.on('socket', () => {
      sentAt = Date.now()
    })
    sent.on('timeout', () => sent.destroy())
    sent.on('error', () => resolve(null))
    sent.end(content)
  })
}

function contentOf(body: object | Uint8Array | undefined): { type: string | null; content: Uint8Array } {
  if (body === undefined) return { type: null, content: new Uint8Array() }
  if (!(body instanceof Uint8Array)) return { type: 'application/json', content: Buffer.from(JSON.stringify(body)) }
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="picture"\r\n\r\n`
  return {
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    content: Buffer.concat([Buffer.from(head), body, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  }
}

const BOUNDARY = 'of-a-proof'
