import { expect, test } from 'vitest'
import { site } from './support/browser.ts'

test('static files of a running site have a request id', async () => {
  const ids = new Set<string | null>()
  for (const path of ['/favicon.svg', '/img/icon-192.png', '/favicon.svg']) {
    const response = await fetch(`${site}${path}`)
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    ids.add(response.headers.get('x-request-id'))
  }
  expect(ids.size).toBe(3)
  expect(ids).not.toContain(null)
})

test('the feed of a running site is compressed for readers that accept it, on a cache hit too', async () => {
  const feed = (encoding: string) => fetch(`${site}/feed.xml`, { headers: { 'Accept-Encoding': encoding } })
  const plain = await feed('identity')
  const text = await plain.text()
  expect(plain.headers.get('content-encoding')).toBeNull()
  for (let n = 0; n < 3; n++) {
    const response = await feed('gzip, deflate, br')
    expect(response.headers.get('content-type')).toContain('application/atom+xml')
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('vary')).toContain('Accept-Encoding')
    const unpacked = await response.text()
    expect(unpacked).toBe(text)
  }
  expect((await feed('gzip;q=0')).headers.get('content-encoding')).toBeNull()
})
