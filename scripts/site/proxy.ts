import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

/**
 * A proxy in front of a site that the network can reach. The runtime trusts `CF-Connecting-IP`, which only Cloudflare
 * can set in production. Here any client could send it, so the proxy sets it to the address of the connection.
 */
export async function openProxy(host: string, port: number, sitePort: number) {
  const server = createServer((asked, answer) => passOn(asked, answer, sitePort))
  server.on('upgrade', (asked, socket, head) => passUpgradeOn(asked, socket, head, sitePort))
  await new Promise<void>((resolve, reject) => server.on('error', reject).listen({ host, port }, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => void server.close().closeAllConnections(),
  }
}

function passOn(asked: IncomingMessage, answer: ServerResponse, port: number): void {
  const { method, url: path, socket } = asked
  const headers = [...ownHeaders(asked), 'CF-Connecting-IP', socket.remoteAddress ?? '']
  const passed = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
    pipeline(response, answer, () => {})
  })
  passed.on('error', () => {
    if (answer.headersSent) answer.destroy()
    else answer.writeHead(502).end()
  })
  answer.on('close', () => passed.destroy())
  pipeline(asked, passed, () => {})
}

/** A WebSocket: after the handshake, data is copied in both directions. */
function passUpgradeOn(asked: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const { method, url: path } = asked
  const headers = [...ownHeaders(asked), 'CF-Connecting-IP', asked.socket.remoteAddress ?? '']
  const passed = request({ host: '127.0.0.1', port, method, path, headers })
  const answer = ({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage) => {
    const lines = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1] ?? ''}`] : []))
    socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n'))
  }
  passed.on('upgrade', (response, site, siteHead) => {
    answer(response)
    socket.write(siteHead)
    site.write(head)
    pipeline(socket, site, socket, () => {})
  })
  passed.on('response', (response) => {
    answer(response)
    pipeline(response, socket, () => {})
  })
  passed.on('error', () => socket.destroy())
  socket.on('error', () => passed.destroy())
  passed.end()
}

/** Also removes Miniflare's own headers, which select the Worker and its request metadata. */
function ownHeaders({ rawHeaders }: IncomingMessage): string[] {
  const pairs = rawHeaders.flatMap((name, n) => (n % 2 === 0 ? [[name, rawHeaders[n + 1] ?? '']] : []))
  return pairs
    .filter(([name = '']) => !/^(?:cf-|mf-)/i.test(name))
    .flatMap(([name = '', value = '']) => [name, /^accept-encoding$/i.test(name) ? bestFirst(value) : value])
}

/** Miniflare uses the first encoding, which is gzip in every browser; Brotli is a tenth smaller. */
function bestFirst(encodings: string): string {
  return /\bbr\b(?!\s*;)/.test(encodings) ? `br, ${encodings}` : encodings
}
