import { Buffer } from 'node:buffer'
import { writeFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A serialized request: `address` is path and query. */
export interface Sending {
  method: string
  address: string
  headers: Record<string, string>
  body: Buffer | null
}

export type Received = Awaited<ReturnType<typeof exchange>>

/** Sends the exact bytes of a request, which `fetch` would change. Throws without a response. */
export async function exchange(url: string, { method, address, headers, body }: Sending) {
  const { hostname, port } = new URL(url)
  const started = performance.now()
  // A new connection for each request: the server may close an idle one.
  const sent = request({ agent: false, hostname, port, method, path: address, headers })
  const received = new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject)
    sent.on('upgrade', (response, socket) => resolve(response) ?? socket.destroy())
  })
  sent.end(body ?? undefined)
  const response = await received
  const content = response.statusCode === 101 ? [] : await response.toArray()
  const { statusCode: status = 0, headers: own } = response
  return { status, headers: own, body: Buffer.concat(content), ms: performance.now() - started }
}

let files = 0

/** A shell command that sends the same request again. A body that is not a short line of ASCII is written to a file. */
export function curlOf(url: string, { method, address, headers, body }: Sending): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
  // curl would add a content type of its own.
  const parts = Object.entries({ ...(body && { 'content-type': '' }), ...headers })
    .filter(([name]) => name !== 'content-length')
    .map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`)
  const command = ['curl -isS --globoff --path-as-is', `-X ${method}`, quoted(url + address), ...parts].join(' ')
  if (!body?.length) return command
  if (/^[\x20-\x7e]{1,2000}$/.test(String(body))) return `${command} --data-raw ${quoted(String(body))}`
  const file = join(tmpdir(), `fuzz-${process.pid}-${++files}.body`)
  writeFileSync(file, body)
  return `${command} --data-binary @${file}`
}
