import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, isIP } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { Gate } from './memory.ts'
import { respondUnavailable } from './unavailable.ts'

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
  /** Whether the disk is full, so that requests that write get 503. */
  isDiskFull?: (() => boolean) | undefined
}

/**
 * Longer than other proxies keep an idle connection (Caddy: two minutes), so that no connection is
 * closed while such a proxy sends a request on it.
 */
const IDLE_MS = 150_000
/**
 * workerd closes a connection that is idle for five seconds, which it has no setting for
 * (github.com/cloudflare/workerd/issues/7169), and a request that is sent at that moment fails. So
 * connections are not reused after three seconds.
 */
const connections = new Agent({ keepAlive: true, timeout: 3_000 })
/** Opens a connection for each request. */
const newConnections = new Agent({ keepAlive: true, maxFreeSockets: 0 })

/** How long a request waits for a runtime that starts again after a crash. */
const RESTART_MS = 5_000
const RESTART_STEP_MS = 100

/**
 * A body up to this length is received completely before the runtime gets the request. Then a slow
 * client does not occupy the runtime, and does not delay a restart of it. A larger body is passed
 * on while it arrives, so that clients cannot fill the memory of this process.
 */
const BUFFERED_MAX = 64 * 1024

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
    if (!isRead(asked) && options.isDiskFull?.()) return respondUnavailable(asked, response)
    const body = await bodyOf(asked)
    if (body === null) return response.destroy()
    await gate.isOpen()
    // The client may have left meanwhile.
    if (response.destroyed) return
    await passOn({ asked, response, body, headers, gate, port: options.sitePort })
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

/** The complete body, or the beginning of a larger one, whose rest is still to be read. */
interface Body {
  bytes: Buffer
  isComplete: boolean
}

const NO_BODY: Body = { bytes: Buffer.alloc(0), isComplete: true }

/** Null if the client leaves before the body is complete. */
function bodyOf(asked: IncomingMessage): Promise<Body | null> | Body {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = asked.headers
  if (encoding === undefined && length === '0') return NO_BODY
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      if (size <= BUFFERED_MAX) return
      asked.off('data', take).pause()
      resolve({ bytes: Buffer.concat(chunks), isComplete: false })
    }
    asked.on('data', take)
    asked.on('end', () => resolve({ bytes: Buffer.concat(chunks), isComplete: true }))
    asked.on('error', () => resolve(null))
    asked.on('close', () => resolve(null))
  })
}

/** Whether a request certainly changes nothing. */
const isRead = ({ method }: IncomingMessage) => method === 'GET' || method === 'HEAD'

interface Exchange {
  asked: IncomingMessage
  response: ServerResponse
  body: Body
  /** The headers for the Worker. */
  headers: string[]
  gate: Gate
  port: number
}

/**
 * Passes a request on, and its response back. A request that certainly changes nothing is sent once
 * more if its connection fails: workerd may have closed an idle connection at that moment, because
 * it, or this process, did nothing for five seconds.
 *
 * Does not use `pipeline`, which creates an AbortController and an exception for each stream: a
 * tenth of the time of a request.
 */
async function passOn(exchange: Exchange): Promise<void> {
  const { asked, response, body } = exchange
  const end = Date.now() + RESTART_MS
  for (let agent = connections, isRepeated = false; ; agent = newConnections) {
    try {
      return await exchangeOn(agent, exchange)
    } catch (error) {
      if (response.headersSent || response.destroyed) return void response.destroy()
      // Nothing was sent: the runtime is starting again.
      const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
      const mayRepeat = isRefused ? Date.now() < end : isRead(asked) && !isRepeated
      if (!body.isComplete || !mayRepeat) return respondUnavailable(asked, response)
      if (isRefused) await wait(RESTART_STEP_MS)
      else isRepeated = true
    }
  }
}

/** Resolves when the response has begun. */
function exchangeOn(agent: Agent, exchange: Exchange): Promise<void> {
  const { asked, response: toClient, body, headers, gate, port } = exchange
  const { method, url: path } = asked
  return new Promise((resolve, reject) => {
    let leave = () => {}
    const enter = () => {
      leave = gate.begin()
    }
    const target = { host: '127.0.0.1', port, method, path, headers, agent }
    const passed = request(target, (response) => {
      toClient.writeHead(response.statusCode ?? 502, response.statusMessage, response.rawHeaders)
      response.on('error', () => toClient.destroy()).pipe(toClient)
      response.on('close', () => leave())
      resolve()
    })
    passed.on('error', (error) => {
      leave()
      reject(error)
    })
    toClient.on('close', () => {
      if (!toClient.writableFinished) passed.destroy()
    })
    if (body.isComplete) {
      enter()
      passed.end(body.bytes)
    } else {
      // A restart does not wait for a request whose body is not complete: it may never be.
      asked.on('end', enter)
      passed.write(body.bytes)
      asked.on('error', () => passed.destroy()).pipe(passed)
    }
  })
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
