import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, isIP } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { Failure } from '../bootstrap/failure.mjs'
import { Gate } from './memory.ts'

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\./.test(host)
}

export interface ProxyOptions {
  host: string
  port: number
  sitePort: number
  /** The origin of the site. Requests for another host get 421. */
  origin?: string | undefined
  /** Without an origin: refuse every host but those of this machine. */
  loopbackHostsOnly?: boolean | undefined
  /** The proxies that may name the client and the scheme. */
  proxies?: BlockList | undefined
  /** Receives a line for each request that is refused here, and that the Worker cannot log. */
  onRefused?: ((line: string) => void) | undefined
  /** Requests wait at this gate while the runtime restarts. */
  gate?: Gate
}

/**
 * Longer than other proxies keep an idle connection (Caddy: two minutes), so that no connection is
 * closed while such a proxy sends a request on it.
 */
const IDLE_MS = 150_000
/**
 * The runtime closes a connection that is idle for five seconds, and a request that is sent at that
 * moment fails. So connections are not reused after three seconds.
 */
const connections = new Agent({ keepAlive: true, timeout: 3_000 })

interface Proxy {
  port: number
  /** Stops accepting requests, and waits for the requests in progress. */
  close(patience?: number): Promise<void>
}

/** How long requests in progress may take after the site was told to stop. */
const DRAIN_MS = 10_000

/**
 * A proxy in front of a site that the network can reach. The runtime trusts `CF-Connecting-IP`,
 * which only Cloudflare can set in production. Here any client could send it, so the proxy sets it
 * to the address of the client. Miniflare's `MF-Original-URL` gives the Worker the URL that the
 * browser uses, also behind a TLS proxy.
 */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { host, port, gate = new Gate() } = options
  const upgraded = new Set<Duplex>()
  const server = createServer(async (asked, response) => {
    const headers = headersFor(asked, options)
    if (typeof headers === 'number')
      return refuse(asked, headers, (text) => response.writeHead(headers).end(text))
    const done = await gate.enter()
    // The client may have left meanwhile.
    if (response.destroyed) return done()
    response.on('close', done)
    passOn(asked, response, options.sitePort, headers)
  })
  server.on('upgrade', (asked, socket, head) => {
    const headers = headersFor(asked, options)
    if (typeof headers === 'number')
      return refuse(asked, headers, () =>
        socket.end(`HTTP/1.1 ${headers} \r\nConnection: close\r\n\r\n`),
      )
    upgraded.add(socket)
    socket.on('close', () => upgraded.delete(socket))
    const upgrade = ['Connection', 'Upgrade', 'Upgrade', asked.headers.upgrade ?? '']
    passUpgradeOn(asked, socket, head, options.sitePort, [...headers, ...upgrade])
  })
  server.keepAliveTimeout = IDLE_MS
  const refuse = (asked: IncomingMessage, status: number, respond: (text: string) => unknown) => {
    const { method, headers } = asked
    options.onRefused?.(
      JSON.stringify({ level: 'info', method, route: null, status, host: headers.host ?? null }),
    )
    respond(REFUSALS[status] ?? '')
  }
  await new Promise<void>((resolve, reject) =>
    server.on('error', reject).listen({ host, port }, resolve),
  )
  return {
    port: (server.address() as AddressInfo).port,
    async close(patience = DRAIN_MS): Promise<void> {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      // Pages open their sockets again at the next start.
      for (const socket of upgraded) socket.destroy()
      // A connection becomes idle after its last response.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const late = setTimeout(() => server.closeAllConnections(), patience)
      await closed
      clearInterval(idle)
      clearTimeout(late)
    },
  }
}

const REFUSALS: Record<number, string> = {
  400: 'Bad request\n',
  404: 'Not found\n',
  421: 'This server does not serve this host. JOULE_ORIGIN names the host that it serves.\n',
}

/** The headers of the request for the Worker, or the status of a refusal. */
function headersFor(asked: IncomingMessage, options: ProxyOptions): string[] | number {
  const { headers, url: path = '', socket } = asked
  const { address, scheme } = clientOf(asked, options.proxies ?? NO_PROXIES)
  const site = options.origin ? new URL(options.origin) : null
  const here = hasOneHost(asked)
    ? URL.parse(`${site?.protocol ?? `${scheme}:`}//${headers.host ?? ''}`)
    : null
  if (!here || !path.startsWith('/')) return 400
  const { pathname, search } = new URL(`http://localhost${path}`)
  // Miniflare's own endpoints, such as one that runs the cron.
  if (/^\/cdn-cgi(?:\/|$)/i.test(pathname)) return 404
  // A health check on this machine uses the address of the server, not of the site.
  const isHealthCheck =
    pathname === '/healthz' && isThisMachine(socket.remoteAddress) && isThisMachine(here.hostname)
  const isServed = site
    ? here.host === site.host || isHealthCheck
    : !options.loopbackHostsOnly || isThisMachine(here.hostname)
  if (!isServed) return 421
  const seen = (site ?? here).origin + pathname + search
  return [...ownHeaders(asked), 'CF-Connecting-IP', address, 'MF-Original-URL', seen]
}

/**
 * Node uses the first of several Host headers and accepts `user@host` in it, but the runtime would
 * get all of it. So such a request is refused.
 */
function hasOneHost({ headers, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, n) => n % 2 === 0 && name.toLowerCase() === 'host')
  return hosts.length === 1 && HOST.test(headers.host ?? '')
}

const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

const NO_PROXIES = new BlockList()

const isThisMachine = (host = '') => isLoopback(host.replace(/^\[|\]$|^::ffff:/g, ''))

/**
 * Does not use `pipeline`, which creates an AbortController and an exception for each stream: a
 * tenth of the time of a request.
 */
function passOn(
  asked: IncomingMessage,
  toClient: ServerResponse,
  port: number,
  headers: string[],
): void {
  const { method, url: path } = asked
  const passed = request(
    { host: '127.0.0.1', port, method, path, headers, agent: connections },
    (response) => {
      toClient.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
      response.on('error', () => toClient.destroy()).pipe(toClient)
    },
  )
  passed.on('error', () => {
    if (toClient.headersSent) toClient.destroy()
    // The runtime restarts after a crash.
    else toClient.writeHead(503, { 'Retry-After': '5' }).end()
  })
  toClient.on('close', () => {
    if (!toClient.writableFinished) passed.destroy()
  })
  asked.on('error', () => passed.destroy()).pipe(passed)
}

/** A WebSocket: after the handshake, data is copied in both directions. */
function passUpgradeOn(
  asked: IncomingMessage,
  socket: Duplex,
  head: Buffer,
  port: number,
  headers: string[],
): void {
  const { method, url: path } = asked
  const passed = request({ host: '127.0.0.1', port, method, path, headers })
  const respond = ({ statusCode = 502, statusMessage = '', rawHeaders }: IncomingMessage) => {
    const lines = rawHeaders.flatMap((name, n) =>
      n % 2 === 0 ? [`${name}: ${rawHeaders[n + 1] ?? ''}`] : [],
    )
    socket.write([`HTTP/1.1 ${statusCode} ${statusMessage}`, ...lines, '', ''].join('\r\n'))
  }
  passed.on('upgrade', (response, site, siteHead) => {
    respond(response)
    socket.write(siteHead)
    site.write(head)
    pipeline(socket, site, socket, () => {})
  })
  passed.on('response', (response) => {
    respond(response)
    pipeline(response, socket, () => {})
  })
  passed.on('error', () => socket.destroy())
  socket.on('error', () => passed.destroy())
  passed.end()
}

/**
 * The headers of the request without those that only a proxy may set (`clientOf` reads them),
 * without Miniflare's own headers, which select the Worker and its request metadata, and without
 * those of the connection, which could name any header to be dropped.
 */
function ownHeaders({ rawHeaders }: IncomingMessage): string[] {
  const pairs = rawHeaders.flatMap((name, n) =>
    n % 2 === 0 ? [[name, rawHeaders[n + 1] ?? '']] : [],
  )
  return pairs
    .filter(
      ([name = '']) =>
        !/^(?:cf-|mf-|x-forwarded-|(?:x-real-ip|forwarded|connection|keep-alive|upgrade)$)/i.test(
          name,
        ),
    )
    .flatMap(([name = '', value = '']) => [
      name,
      /^accept-encoding$/i.test(name) ? bestFirst(value) : value,
    ])
}

/**
 * Miniflare uses the first encoding of the list, which is gzip in every browser. Brotli is a tenth
 * smaller.
 */
function bestFirst(encodings: string): string {
  return /\bbr\b(?!\s*;)/.test(encodings) ? `br, ${encodings}` : encodings
}

/** The proxies that may name the client and the scheme: comma-separated addresses and CIDRs. */
export function proxiesIn(text: string): BlockList {
  const list = new BlockList()
  for (const entry of text.split(',').map((each) => each.trim())) {
    const [address = '', bits, ...more] = entry.split('/')
    const version = isIP(address)
    const length = version === 6 ? 128 : 32
    const prefix = prefixOf(bits, length)
    if (version === 0 || more.length > 0 || prefix < 0 || prefix > length)
      throw new Failure(
        `JOULE_TRUST_PROXY must list addresses such as 127.0.0.1, 10.0.0.0/8 or fd00::/8, separated by commas, not "${entry}"`,
      )
    list.addSubnet(address, prefix, familyOf(address))
  }
  return list
}

/** The length of the prefix of a CIDR; `length` without one, -1 if it is not a number. */
function prefixOf(bits: string | undefined, length: number): number {
  if (bits === undefined) return length
  return /^\d{1,3}$/.test(bits) ? Number(bits) : -1
}

/** The client's address and scheme. Only a trusted proxy may name them in its headers. */
export function clientOf(
  { headers, socket }: IncomingMessage,
  proxies: BlockList,
): { address: string; scheme: string } {
  const peer = socket.remoteAddress ?? ''
  if (!isTrusted(peer, proxies)) return { address: peer, scheme: 'http' }
  const schemes = String(headers['x-forwarded-proto'] ?? '').split(',')
  return {
    address: namedClient(String(headers['x-forwarded-for'] ?? ''), proxies) ?? peer,
    scheme: schemes.at(-1)?.trim() === 'https' ? 'https' : 'http',
  }
}

/** The last entry that is not a trusted proxy. The client may have forged the entries before it. */
function namedClient(forwarded: string, proxies: BlockList): string | null {
  const entries = forwarded.split(',').map((entry) => withoutPort(entry.trim()))
  const client = entries.findLast((entry) => !isTrusted(entry, proxies)) ?? entries[0] ?? ''
  return isIP(client) === 0 ? null : client
}

/** Some proxies append the port: `203.0.113.7:1234`, `[2001:db8::1]:1234`. */
function withoutPort(entry: string): string {
  return /^\[(.+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry
}

function isTrusted(address: string, proxies: BlockList): boolean {
  return isIP(address) !== 0 && proxies.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')
