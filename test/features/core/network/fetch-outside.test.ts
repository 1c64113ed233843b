import { expect, test } from 'vitest'
import {
  badTarget,
  fetchOutside,
  outsideOf,
  outsideUrl,
} from '#features/core/network/fetch-outside.ts'

const PUBLIC = { isLocal: false, site: 'https://joule.test' }
const LOCAL = { isLocal: true, site: 'http://localhost:8787' }

const words = (text: string) => text.trim().split(/\s+/)

/** Addresses of a server that must not be called, by the reason of the refusal. */
const REFUSED = {
  not_https: [
    ...words(
      'http://example.com/ ftp://example.com/ file:///etc/passwd data:text/plain,x example.com https://',
    ),
    '',
  ],
  credentials: words(
    'https://a@example.com/ https://a:b@example.com/ https://:b@example.com/ https://example.com@127.0.0.1/',
  ),
  port: words(
    'https://example.com:8443/ https://example.com:80/ https://127.0.0.1:22/ https://[::1]:25/',
  ),
  this_site: words(
    'https://joule.test/ https://JOULE.test/api https://joule.test:443/ https://joule.test:8443/ https://%6aoule.test/',
  ),
  // One machine, in the spellings that URL parsers accept; networks of an organisation, of a
  // provider and of a cloud; IPv6: one machine, local, unique local, embedded IPv4, documentation;
  // names of local networks.
  not_public: words(`
    127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 127.0.0.1. 127.255.255.254
    0.0.0.0 0 %31%32%37.0.0.1 １２７.０.０.１ 127。0。0。1 localhost LOCALHOST localhost. a.localhost
    10.0.0.1 172.16.0.1 172.31.255.255 192.168.1.1 100.64.0.1 100.127.255.255 100.100.100.200 168.63.129.16
    169.254.169.254 2852039166 0xA9FEA9FE 192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1
    224.0.0.1 239.255.255.250 255.255.255.255 192.88.99.1
    [::1] [::] [0:0:0:0:0:0:0:1] [fe80::1] [fc00::1] [fd00:ec2::254] [ff02::1] [fec0::1]
    [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [64:ff9b::7f00:1] [64:ff9b:1::1] [2002:7f00:1::]
    [2001::1] [2001:db8::1] [3fff::1] [4000::1] [100::1]
    printer.local metadata.google.internal router.lan a.home.arpa a.localdomain intranet example.com.
    metadata.google.internal.`).map((host) => `https://${host}/`),
}

test.each(Object.entries(REFUSED))(
  'the site does not call an address with the problem %s',
  (reason, addresses) => {
    const reasonOf = (address: string) => {
      try {
        return outsideUrl(address, PUBLIC).href
      } catch (error) {
        return (error as { details: { extra: { reason: string } } }).details.extra.reason
      }
    }
    expect(addresses.map((address) => [address, reasonOf(address)])).toEqual(
      addresses.map((address) => [address, reason]),
    )
  },
)

test('the site calls public hosts', () => {
  for (const host of words(`
    example.com münchen.example 例え.jp 1.1.1.1 [2606:4700::1111] [2001:4860:4860::8888] 172.32.0.1 100.128.0.1
    11.0.0.1 9.255.255.255 198.20.0.1 223.255.255.255 local.example 10.example.com`))
    expect(badTarget(new URL(`https://${host}/hook?a=1`), PUBLIC), host).toBeNull()
})

test.each([
  ['http://localhost:9000/', null],
  ['http://127.0.0.1/', null],
  ['http://[::1]:1/', null],
  ['http://localhost:8787/', 'this_site'],
  ['http://127.0.0.1:8787/', 'this_site'],
  ['http://10.0.0.1/', 'not_https'],
  ['http://example.com/', 'not_https'],
  ['https://10.0.0.1/', 'not_public'],
])('a local run also calls services on this machine, but never itself: %s', (address, reason) => {
  expect(badTarget(new URL(address), LOCAL)).toBe(reason)
})

function answering(response: () => Response) {
  const calls: { url: string; init: RequestInit | undefined }[] = []
  const network = {
    async fetch(url: string, init?: RequestInit) {
      calls.push({ url, init })
      return response()
    },
  }
  return {
    calls,
    outside: { ...outsideOf({ ENVIRONMENT: 'production', OUTSIDE: network }, null) },
  }
}

test('a redirect is returned and not followed', async () => {
  const { calls, outside } = answering(
    () => new Response(null, { status: 302, headers: { location: 'http://10.0.0.1/' } }),
  )
  expect((await fetchOutside(outside, 'https://example.com/')).status).toBe(302)
  expect(calls).toMatchObject([{ url: 'https://example.com/', init: { redirect: 'manual' } }])
})

test('the site reads only the first 64 KB of an endless response', async () => {
  let sent = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          sent += 1_000
          controller.enqueue(new Uint8Array(1_000))
        },
      }),
    )
  const response = await fetchOutside(answering(endless).outside, 'https://example.com/')
  expect((await response.arrayBuffer()).byteLength).toBe(64 * 1024)
  expect(sent).toBeLessThan(100_000)
})

test('no request is sent to a refused address', async () => {
  const { calls, outside } = answering(() => new Response())
  await expect(fetchOutside(outside, 'https://127.0.0.1/')).rejects.toMatchObject({
    code: 'bad_target',
  })
  expect(calls).toEqual([])
})

test('without a binding, as on Cloudflare, the request leaves by the fetch of the runtime', async () => {
  // The runtime of the tests answers all requests to other servers (vitest.config.ts).
  expect(
    (await fetchOutside(outsideOf({ ENVIRONMENT: 'test' }, null), 'https://example.com/')).status,
  ).toBe(503)
})
