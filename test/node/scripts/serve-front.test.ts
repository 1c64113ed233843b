import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { Gate } from '../../../scripts/site/memory.ts'
import { clientOf, openProxy, type ProxyOptions, proxiesIn } from '../../../scripts/site/proxy.ts'
import { readPublicSettings } from '../../../scripts/site/settings.ts'

const ORIGIN = 'https://community.example.com'
const HOST = 'community.example.com'

test.each([
  [
    { HOST: '0.0.0.0' },
    /^HOST=0\.0\.0\.0 can be reached from other machines, so JOULE_ORIGIN is required/,
  ],
  [{ HOST: '::' }, /JOULE_ORIGIN is required/],
  [
    { JOULE_ORIGIN: 'community.example.com' },
    /^JOULE_ORIGIN must be an address such as .*, not "community/,
  ],
  [{ JOULE_ORIGIN: 'ftp://a.example' }, /^JOULE_ORIGIN must be/],
  [{ JOULE_ORIGIN: 'https://a.example/path' }, /^JOULE_ORIGIN must be/],
  [{ JOULE_ORIGIN: 'https://user@a.example' }, /^JOULE_ORIGIN must be/],
  [
    { JOULE_TRUST_PROXY: 'caddy' },
    /^JOULE_TRUST_PROXY must list addresses such as .*, not "caddy"$/,
  ],
  [{ JOULE_TRUST_PROXY: '10.0.0.0/33' }, /not "10\.0\.0\.0\/33"$/],
  [{ JOULE_TRUST_PROXY: '127.0.0.1,' }, /not ""$/],
  [{ JOULE_TRUST_PROXY: '10.0.0.0/8/8' }, /^JOULE_TRUST_PROXY/],
  [
    { JOULE_MEMORY_MB: 'much' },
    /^JOULE_MEMORY_MB must be a number of megabytes above 0, not "much"$/,
  ],
  [{ PORT: 'http' }, /^PORT must be a number from 0 to 65535, not "http"$/],
])('npm run serve refuses %j in one line', (env, line) => {
  expect(() => readPublicSettings(env)).toThrow(line)
})

test('npm run serve has production behaviour and no demo content', () => {
  const settings = readPublicSettings({
    HOST: '0.0.0.0',
    JOULE_ORIGIN: `${ORIGIN}/`,
    JOULE_DEMO: '1',
  })
  expect(settings).toMatchObject({ empty: true, origin: ORIGIN, loopbackHostsOnly: false })
  expect(settings.bindings).toMatchObject({ ENVIRONMENT: 'production', JOULE_ORIGIN: ORIGIN })
})

const PROXIES = '10.0.0.0/8, 127.0.0.1, fd00::/8, ::1'

test.each([
  // The connection, X-Forwarded-For, the client.
  ['10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '198.51.100.1, 203.0.113.7, 10.9.9.9', '203.0.113.7'],
  ['10.0.0.1', '2001:db8::7', '2001:db8::7'],
  ['10.0.0.1', '203.0.113.7:5555', '203.0.113.7'],
  ['10.0.0.1', '[2001:db8::7]:5555', '2001:db8::7'],
  ['fd00::1', '2001:db8::7, fd12::3', '2001:db8::7'],
  ['::ffff:10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['10.0.0.1', '10.0.0.2, 10.0.0.3', '10.0.0.2'],
  ['10.0.0.1', '', '10.0.0.1'],
  ['10.0.0.1', '203.0.113.7, unknown', '10.0.0.1'],
  ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
  ['2001:db8::9', '198.51.100.1', '2001:db8::9'],
])(
  'a connection from %s with X-Forwarded-For "%s" has the client %s',
  (remoteAddress, forwarded, client) => {
    const headers = { 'x-forwarded-for': forwarded, 'x-forwarded-proto': 'https' }
    const asked = { headers, socket: { remoteAddress } } as unknown as IncomingMessage
    const isTrusted = !/^20/.test(remoteAddress)
    expect(clientOf(asked, proxiesIn(PROXIES))).toEqual({
      address: client,
      scheme: isTrusted ? 'https' : 'http',
    })
  },
)

const FORGED = {
  'cf-connecting-ip': '198.51.100.1',
  'x-forwarded-for': '198.51.100.2',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=198.51.100.3',
  'x-real-ip': '198.51.100.4',
  'mf-original-url': 'https://evil.example/',
}

test('forged headers of a client do not reach the Worker', async () => {
  const ask = await behindFront({ origin: ORIGIN })
  const connection = 'close, cf-connecting-ip, mf-original-url'
  const { headers } = await ask('/path?query=%20', { host: HOST, ...FORGED, connection })
  expect(headersIn(headers, { ...FORGED, connection })).toEqual({
    'cf-connecting-ip': '127.0.0.1',
    'mf-original-url': `${ORIGIN}/path?query=%20`,
    connection: 'keep-alive',
  })
})

test('a trusted proxy names the client, and the scheme if there is no origin', async () => {
  const proxies = proxiesIn('127.0.0.1')
  const behind = {
    host: 'localhost',
    'x-forwarded-for': '198.51.100.1, 203.0.113.7',
    'x-forwarded-proto': 'https',
  }
  const { headers } = await (await behindFront({ proxies, loopbackHostsOnly: true }))('/', behind)
  expect(headersIn(headers, FORGED)).toEqual({
    'cf-connecting-ip': '203.0.113.7',
    'mf-original-url': 'https://localhost/',
  })
})

test('a request for another host gets 421, and a health check on this machine is accepted with any host of the machine', async () => {
  const lines: string[] = []
  const ask = await behindFront({ origin: ORIGIN, onRefused: (line) => lines.push(line) })
  const statusOf = async (path: string, host: string, more = {}) =>
    (await ask(path, { host, ...more })).status
  expect(await statusOf('/', HOST)).toBe(200)
  expect(await statusOf('/', `${HOST.toUpperCase()}:443`)).toBe(200)
  for (const host of [
    'evil.example',
    `${HOST}.evil.example`,
    `${HOST}:8787`,
    'localhost',
    '127.0.0.1',
  ])
    expect([host, await statusOf('/', host)]).toEqual([host, 421])
  expect(await statusOf('/', 'evil.example', { 'x-forwarded-host': HOST })).toBe(421)
  expect(await statusOf('/healthz', 'localhost:8787')).toBe(200)
  expect(await statusOf('/healthz', '[::1]:8787')).toBe(200)
  expect(await statusOf('/healthz', 'evil.example')).toBe(421)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    status: 421,
    method: 'GET',
    host: 'evil.example',
  })
})

test('without an origin, only the hosts of this machine are served', async () => {
  const ask = await behindFront({ loopbackHostsOnly: true })
  const statuses = ['localhost:8787', '127.0.0.1', '[::1]:8787', 'rebound.example'].map(
    async (host) => (await ask('/', { host })).status,
  )
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 421])
})

test("Miniflare's own endpoints cannot be reached, and a request line without a path is refused", async () => {
  const ask = await behindFront({ origin: ORIGIN })
  for (const path of [
    '/cdn-cgi/handler/scheduled',
    '/x/../cdn-cgi/mf/reload',
    '/cdn-cgi',
    '/./CDN-CGI/explorer',
  ])
    expect([path, (await ask(path, { host: HOST })).status]).toEqual([path, 404])
  expect((await ask(`http://evil.example/`, { host: HOST })).status).toBe(400)
  // Two slashes do not name a host.
  const { headers } = await ask('//evil.example/x', { host: HOST })
  expect(headers['mf-original-url']).toBe(`${ORIGIN}//evil.example/x`)
})

test.each([
  `Host: ${HOST}\r\nHost: ${HOST}`,
  `Host: ${HOST}\r\nhost: evil.example`,
  `Host: evil@${HOST}`,
  `Host: ${HOST}/x`,
  `Host: ${HOST}?`,
  `Host: ${HOST}\\evil.example`,
  `Host: ${HOST} evil.example`,
  `Host: ${HOST}:port`,
  'Host: [::1',
  'Host:',
])('the Host header %j gets 400, also for a socket', async (host) => {
  const { port } = await openFront(1, { origin: ORIGIN })
  for (const more of ['', 'Upgrade: websocket\r\nConnection: Upgrade\r\n']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n${more}\r\n`)
    const [data] = await once(socket, 'data')
    socket.destroy()
    expect(String(data)).toMatch(/^HTTP\/1\.1 400 /)
  }
})

test('a stop waits for requests in progress, refuses new connections and closes sockets', async () => {
  const { port, front, started, release } = await slowSite()
  const socket = await upgraded(port)
  const response = fetch(`http://localhost:${port}/slow`)
  await started
  const closing = front.close()
  await once(socket, 'close')
  await expect(fetch(`http://localhost:${port}/`)).rejects.toThrow('fetch failed')
  release()
  expect(await (await response).text()).toBe('complete')
  await closing
})

test('a stop ends a request that takes too long', async () => {
  const { port, front, started, release } = await slowSite()
  const response = fetch(`http://localhost:${port}/slow`).catch(() => 'ended')
  await started
  await front.close(200)
  expect(await response).toBe('ended')
  release()
})

test('a request waits for its body before it counts as in progress, so that an open request does not delay a restart', async () => {
  const gate = new Gate()
  const { port, bodies } = await recordingSite({ gate })
  const open = await sending(port, 'content-length: 20', 'a')
  const { isIdle, release } = await gate.hold(0)
  expect([isIdle, bodies]).toEqual([true, []])
  const whole = await sending(port, 'content-length: 1', 'b')
  release()
  await expect.poll(() => bodies).toEqual(['b'])
  open.write('bcdefghijklmnopqrst')
  await expect.poll(() => bodies).toEqual(['b', 'abcdefghijklmnopqrst'])
  for (const socket of [open, whole]) socket.destroy()
})

test('a large body is passed on while it arrives, complete, and counts as in progress at its end', async () => {
  const gate = new Gate()
  const { port, bodies, arrived } = await recordingSite({ gate })
  const part = 'x'.repeat(100_000)
  const socket = await sending(port, 'content-length: 300000', part)
  await expect.poll(arrived).toBeGreaterThanOrEqual(part.length)
  expect((await gate.hold(0)).isIdle).toBe(true)
  socket.write(part + part)
  await expect.poll(() => bodies.map(({ length }) => length)).toEqual([300_000])
  socket.destroy()
})

test('a read whose idle connection was just closed is sent again, and any other request gets the error of the product', async () => {
  const lines: string[] = []
  const site = createServer((asked, response) => {
    lines.push(`${asked.method}`)
    // workerd closes a connection that was idle for too long at the moment of the next request.
    if (lines.length % 2 === 0) asked.socket.destroy()
    else asked.resume().on('end', () => response.end('done'))
  })
  const { port } = await openFront(await portOf(site), {})
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  const ask = async (method: string, path: string, body = '') => {
    const headers = { 'accept-language': 'en', 'content-length': body.length }
    const asked = request({ port, method, path, agent, headers }).end(body)
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const { statusCode, headers: received } = response
    return { status: statusCode, headers: received, body: await text(response) }
  }
  expect((await ask('GET', '/')).body).toBe('done')
  expect((await ask('GET', '/')).body).toBe('done')
  const json = await ask('POST', '/api/posts/1/like', '{}')
  expect([json.status, json.headers['retry-after']]).toEqual([503, '5'])
  expect(JSON.parse(json.body).error).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/^Part of the site is unavailable right now/),
  })
  expect((await ask('GET', '/')).body).toBe('done')
  const page = await ask('POST', '/login', 'a=b')
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
  expect(page.body).toContain('<h1>Temporarily unavailable</h1>')
  expect(lines.join(' ')).toBe('GET GET GET POST GET POST')
})

test('requests wait for a runtime that starts again', async () => {
  const site = createServer((asked, response) => {
    asked.resume().on('end', () => response.end('done'))
  })
  const sitePort = await portOf(site)
  await new Promise((resolve) => site.close(resolve))
  const gate = new Gate()
  const tries = vi.spyOn(gate, 'begin')
  const { port } = await openFront(sitePort, { gate })
  const url = `http://localhost:${port}/`
  const asked = [fetch(url), fetch(url, { method: 'POST', body: 'text' })]
  await expect.poll(() => tries.mock.calls.length).toBeGreaterThan(2)
  site.listen(sitePort, '127.0.0.1')
  const statuses = (await Promise.all(asked)).map(({ status }) => status)
  expect(statuses).toEqual([200, 200])
})

/** The front with a site that records complete bodies and counts the bytes of all. */
async function recordingSite(options: Partial<ProxyOptions>) {
  const bodies: string[] = []
  let bytes = 0
  const site = createServer(async (asked, response) => {
    asked.on('data', (chunk) => {
      bytes += chunk.length
    })
    bodies.push(await text(asked))
    response.end()
  })
  const { port } = await openFront(await portOf(site), options)
  return { port, bodies, arrived: () => bytes }
}

/** Sends the head of a POST request and the beginning of its body. */
async function sending(port: number, header: string, body: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  await once(socket, 'connect')
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n${body}`)
  return socket
}

/** The front with a site that responds with the headers it got. */
async function behindFront(options: Partial<ProxyOptions>) {
  const site = createServer((asked, response) => response.end(JSON.stringify(asked.headers)))
  const front = await openFront(await portOf(site), options)
  return async (path: string, headers: Record<string, string>) => {
    const asked = request({ host: '127.0.0.1', port: front.port, path, headers }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = await text(response)
    const status = response.statusCode
    return { status, headers: (status === 200 ? JSON.parse(body) : {}) as IncomingHttpHeaders }
  }
}

/** The front with a site that answers `/slow` when it is released, and accepts sockets. */
async function slowSite() {
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const site = createServer(async (_, response) => {
    start()
    await released
    response.end('complete')
  })
  site.on('upgrade', (_, socket) => {
    socket.on('error', () => {})
    socket.write(
      'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    )
  })
  const front = await openFront(await portOf(site), {})
  return { port: front.port, front, started, release }
}

async function upgraded(port: number) {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  )
  await once(socket, 'data')
  return socket
}

async function openFront(sitePort: number, options: Partial<ProxyOptions>) {
  const front = await openProxy({ host: '127.0.0.1', port: 0, sitePort, ...options })
  onTestFinished(() => Promise.race([front.close(0), wait(1_000)]))
  return front
}

async function portOf(site: ReturnType<typeof createServer>): Promise<number> {
  await once(site.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void site.close().closeAllConnections())
  return (site.address() as AddressInfo).port
}

/** The headers with these names. */
function headersIn(headers: IncomingHttpHeaders, names: object) {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name in names))
}
