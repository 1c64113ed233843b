import type { RequestListener } from 'node:http'
import { afterAll, expect, test } from 'vitest'
import { LIMITS } from '#import/import-error.ts'
import type { ImportItem } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import type { Account } from '../../../scripts/import/accounts.ts'
import { fetchImage, isPublic } from '../../../scripts/import/fetch-image.ts'
import { withStoredImages } from '../../../scripts/import/images.ts'
import { listening } from '../../browser/support/server.ts'
import { PNG } from './items.ts'

const requested: string[] = []
const handle: RequestListener = (request, response) => {
  requested.push(request.url ?? '')
  if (request.url === '/moved') response.writeHead(302, { location: '/a.png' }).end()
  else if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
  else if (request.url === '/large') response.end(Buffer.alloc(LIMITS.image + 1))
  else if (request.url === '/a.png') response.end('image')
  else response.writeHead(404).end()
}
const { url: origin, close } = await listening(handle)
afterAll(close)

const anywhere = () => true
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)

test('fetchImage() fetches an image, also after a redirect', async () => {
  expect(textOf(await fetchImage(`${origin}/a.png`, anywhere))).toBe('image')
  expect(textOf(await fetchImage(`${origin}/moved`, anywhere))).toBe('image')
})

test('fetchImage() returns null for a missing, too large or endlessly redirected image and for another protocol', async () => {
  for (const url of [
    `${origin}/none`,
    `${origin}/large`,
    `${origin}/loop`,
    'file:///etc/passwd',
    'not a URL',
  ]) {
    expect(await fetchImage(url, anywhere), url).toBeNull()
  }
})

test('fetchImage() does not request an address of this machine, whether given by number, by name or by a redirect', async () => {
  requested.length = 0
  const { port } = new URL(origin)
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f000001', '[::ffff:127.0.0.1]']) {
    expect(await fetchImage(`http://${host}:${port}/a.png`), host).toBeNull()
  }
  expect(requested).toEqual([])
  let checks = 0
  expect(await fetchImage(`${origin}/moved`, () => ++checks === 1)).toBeNull()
  expect(requested).toEqual(['/moved'])
})

test('an import copies images on the web, and one that cannot be copied stays at its address', async () => {
  const fetchWeb = async (url: string) => (url.endsWith('/a.png') ? new Uint8Array(PNG) : null)
  const sources = ['https://a.example/a.png', 'https://a.example/b.png']
  const item = {
    body: sources.map((source) => `<img src="${source}">`).join(''),
    coverUrl: sources[0] ?? null,
    images: sources.map((source) => ({ source, file: null })),
  } as unknown as ImportItem
  const account = { email: 'a@b.example' } as Account
  const puts: string[] = []
  const put = async (key: string) => void puts.push(key)
  const files = {} as SourceFiles
  const { body, coverUrl, linked } = await withStoredImages(item, account, files, put, fetchWeb)
  expect(body).toBe(`<img src="/images/${puts[0]}"><img src="https://a.example/b.png">`)
  expect([coverUrl, linked]).toEqual([`/images/${puts[0]}`, 1])
})

test('both IPv4 and IPv6 addresses can be public', () => {
  expect(['8.8.8.8', '2606:4700::1111', '10.1.2.3', 'fd00::1'].map(isPublic)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
