import { sql } from 'drizzle-orm'
import { afterEach, vi } from 'vitest'
import { eraseFromBin } from '#features/publishing/posts/bin.ts'
import {
  beginningOfPath,
  OLD_PATH_BYTES_MAX,
  oldPathOf,
  setRedirects,
  withoutQuery,
} from '#features/publishing/redirects/redirects.ts'
import { DAY } from '#kernel/clock.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { Faults } from '#test/faults/faults.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { test as base, expect } from '#test/test.ts'
import type { World } from '#test/world.ts'

afterEach(() => vi.restoreAllMocks())

const test = base.extend('site', async ({ world }) => {
  const post = await world.post({ author: await world.user({ level: 1 }) })
  const redirect = (path: string, id: number) =>
    world.db.batch([setRedirects([{ path, post_id: id }], world.now)])
  const path = `/2020/${crypto.randomUUID()}`
  await redirect(path, post.id)
  return { world, post, path, redirect }
})

test('an old path redirects to its post, with or without a trailing slash, for GET and HEAD', async ({
  site,
}) => {
  const { world, post, path } = site
  for (const asked of [
    path,
    `${path}/`,
    `${path}//`,
    `${path}?utm_source=x`,
    `${path}/?utm_source=x`,
  ]) {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await world.visitor().send(method, asked, {})
      expect([asked, method, status, headers.get('location')]).toEqual([
        asked,
        method,
        301,
        `/posts/${post.id}`,
      ])
      expect(headers.get('cache-control')).toBe('private, max-age=60')
    }
  }
  expect((await world.visitor().post(path)).status).toBe(404)
})

test('a redirect for a path with a query has priority over the redirect for the path alone', async ({
  site: { world, post, path, redirect },
}) => {
  const other = await world.post({ author: { uid: post.author_id } })
  await redirect(`${path}?t=2`, other.id)
  const to = async (query: string) =>
    (await world.visitor().get(path + query)).headers.get('location')
  expect(await to('?t=2')).toBe(`/posts/${other.id}`)
  expect(await to('?t=3')).toBe(`/posts/${post.id}`)
  expect(await to('')).toBe(`/posts/${post.id}`)
})

test('an old path redirects in every encoding', async ({ site: { world, post, redirect } }) => {
  const id = crypto.randomUUID()
  await redirect(`/${id}/你好~x`, post.id)
  for (const asked of [`/${id}/你好~x`, `/${id}/%e4%bd%a0%E5%A5%BD%7Ex`, `/${id}/a/../你好~x/`])
    expect([asked, (await world.visitor().get(asked)).status]).toEqual([asked, 301])
  expect((await world.visitor().get(`/${id}/你好~X`)).status).toBe(404)
})

test('an old path below /posts redirects, although /posts/:id is a page', async ({
  site: { world, post, redirect },
}) => {
  const slug = `hello-${crypto.randomUUID()}`
  await redirect(`/posts/${slug}`, post.id)
  for (const browser of [world.visitor(), await world.member()]) {
    const { status, headers } = await browser.get(`/posts/${slug}/`)
    expect([status, headers.get('location')]).toEqual([301, `/posts/${post.id}`])
  }
})

test('the lookup of a redirect is one indexed read, and only for unknown paths', async ({
  site: { world, path },
}) => {
  const cost = async (asked: string) => {
    const response = await world.visitor().get(asked)
    return [roundTrips(response), rowsRead(response)]
  }
  await world.visitor().get('/nothing')
  expect(await cost(path)).toEqual([1, 2])
  expect(await cost(`/nothing-${crypto.randomUUID()}`)).toEqual([1, 0])
  const own = [
    '/claim',
    '/claim/',
    '/posts/',
    '/images/x.png',
    '/images/x/y.png',
    '/build/old.js',
    '/api/nothing',
  ]
  for (const known of own) expect([known, await cost(known)]).toEqual([known, [0, 0]])
})

test('the old path of a post that visitors cannot read responds with 404, also for its author', async ({
  site,
}) => {
  const { world, redirect } = site
  const author = await world.member({ level: 1 })
  for (const status of ['draft', 'pending', 'rejected', 'locked'] as const) {
    const post = await world.post({ author: author.user, status, reason: 'so' })
    const path = `/${crypto.randomUUID()}`
    await redirect(path, post.id)
    for (const reader of [world.visitor(), author])
      expect([status, (await reader.get(path)).status]).toEqual([status, 404])
  }
})

test('a deleted post keeps its redirects until its time in the bin is over', async ({
  world,
  writer,
}) => {
  const [post, path] = [await world.post({ author: writer.user }), `/${crypto.randomUUID()}`]
  await world.db.batch([setRedirects([{ path, post_id: post.id }], world.now)])
  await writer.delete(`/api/studio/posts/${post.id}`)
  expect((await world.visitor().get(path)).status).toBe(404)
  expect(await pathsOf(world, post.id)).toEqual([path])
  world.wait(31 * DAY)
  await eraseFromBin(world.db, world.now)
  expect(await pathsOf(world, post.id)).toEqual([])
})

test('a post that an admin deletes loses its redirects at once, also from the bin', async ({
  world,
}) => {
  const [admin, author] = await world.members([{ role: 'admin' }, { level: 1 }])
  for (const isBinned of [false, true]) {
    const [post, path] = [await world.post({ author: author.user }), `/${crypto.randomUUID()}`]
    await world.db.batch([setRedirects([{ path, post_id: post.id }], world.now)])
    if (isBinned) await author.delete(`/api/studio/posts/${post.id}`)
    expect(
      (await admin.delete(`/api/admin/posts/${post.id}`, { json: { reason: 'spam' } })).status,
    ).toBeLessThan(300)
    expect(await pathsOf(world, post.id)).toEqual([])
  }
})

test('setRedirects() skips deleted posts, changes existing paths and does not change other redirects', async ({
  site,
}) => {
  const { world, post, path } = site
  const deleted = await world.post({ author: { uid: post.author_id } })
  await world.db.batch([
    sql`UPDATE posts SET version = version + 1, deleted_at = ${world.now.toISOString()} WHERE id = ${deleted.id}`,
  ])
  const other = await world.post({ author: { uid: post.author_id } })
  const unused = `/${crypto.randomUUID()}`
  const redirects = [
    { path: unused, post_id: deleted.id },
    { path, post_id: other.id },
  ]
  await world.db.batch([setRedirects(redirects, world.now)])
  expect(await pathsOf(world, deleted.id)).toEqual([])
  expect(await pathsOf(world, other.id)).toEqual([path])
})

test('the table of redirects accepts only paths', async ({ site: { world, post } }) => {
  for (const path of ['/', '', 'a', '//a', `/${'字'.repeat(117)}`]) {
    const write = world.db.batch([setRedirects([{ path, post_id: post.id }], world.now)])
    await expect(write, path).rejects.toMatchObject({
      details: { fields: { path: expect.anything() } },
    })
  }
})

test('a path whose lookup fails responds with 503, because it may have a redirect', async ({
  site: { world, path },
}) => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const faults = new Faults({ part: 'DB', kind: 'D1 is overloaded', on: 'all' })
  const { status } = await withFaults(world, faults, () => world.visitor().get(path))
  expect(status).toBe(503)
})

async function pathsOf({ db }: World, id: number): Promise<string[]> {
  return (
    await db.all(sql<{ path: string }>`SELECT path FROM redirects WHERE post_id = ${id}`)
  ).map(({ path }) => path)
}

test.each([
  ['/2020/01/hello/', '/2020/01/hello'],
  ['/2020/01/hello//', '/2020/01/hello'],
  ['/Hello', '/Hello'],
  ['https://old.example/2020/hello/#more', '/2020/hello'],
  ['http://old.example:8080/a', '/a'],
  ['/viewtopic.php?t=12', '/viewtopic.php?t=12'],
  ['/forum/?t=12', '/forum?t=12'],
  ['/a/../b/./c', '/b/c'],
  ['/a/%2e%2e/b', '/b'],
  ['/%E4%BD%A0%e5%a5%bd', '/你好'],
  ['/你好', '/你好'],
  ['/%7euser', '/~user'],
  ['/a b', '/a%20b'],
  ['/a%2Fb%3fc%23d%25e', '/a%2Fb%3Fc%23d%25e'],
  ['/100%', '/100%25'],
  ['/%%34%31', '/%2541'],
  ['/%00%0a', '/%00%0A'],
  ['/%e2%80%ae', '/%E2%80%AE'],
  // GBK
  ['/%c4%e3', '/%C4%E3'],
])('%s is stored as %s', (address, path) => {
  expect(oldPathOf(address)).toBe(path)
  expect(oldPathOf(path)).toBe(path)
})

test.each([
  '',
  'hello',
  '//evil.example/a',
  '/\\evil.example',
  '/a/..//b',
  'mailto:a@b.example',
  'ftp://old.example/a',
  // The home page, also with a query.
  '/',
  '/?p=123',
  'https://old.example',
  'https://old.example/?p=123',
  '/#top',
  '/a/..',
])('%s is not an old path', (address) => expect(oldPathOf(address)).toBeNull())

test('the maximum length of an old path counts the bytes of the decoded path', () => {
  const longest = `/${'字'.repeat((OLD_PATH_BYTES_MAX - 2) / 3)}a`
  expect(oldPathOf(longest)).toBe(longest)
  expect(oldPathOf(encodeURI(longest))).toBe(longest)
  expect(oldPathOf(`${longest}a`)).toBeNull()
})

test('an old path of a hundred thousand percent signs is parsed in linear time', () => {
  for (const part of ['%', '%41', '%e4', '/'] as const)
    expect(oldPathOf(`/a${part.repeat(100_000)}b`)).toBeNull()
})

test('the query of an old path begins after the first question mark', () => {
  expect(withoutQuery('/a%3Fb?c=d?e')).toBe('/a%3Fb')
  expect(withoutQuery('/a')).toBe('/a')
})

test('the text of a search for redirects gets a leading slash and is decoded', () => {
  expect(['2020', '/2020/', 'https://old.example/%E4%BD%A0', ''].map(beginningOfPath)).toEqual([
    '/2020',
    '/2020/',
    '/你',
    '/',
  ])
})
