import { sql } from 'drizzle-orm'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { SECOND } from '#kernel/clock.ts'
import { test as base, expect, refusalOf } from '#test/test.ts'
import { World } from '#test/world.ts'

const IDENTITY = '/api/admin/identity'

const ENGLISH = { headers: { 'Accept-Language': 'en' } }

/** The response to a new name with one tagline. The site gets its own name back after the test. */
const test = base.extend('renamed', async ({ owner }, { onCleanup }) => {
  onCleanup(async () => {
    await owner.put(IDENTITY, { name: '', tagline_en: null })
  })
  return owner.put(IDENTITY, { name: ' Tea & Letters ', tagline_en: 'Slow words' })
})

test('the owner gives the site a name, and an empty name restores the first one', async ({
  owner,
  visitor,
}) => {
  expect((await visitor.get('/')).text).toContain('<title>Joule · ')
  const changed = await owner.put(IDENTITY, { name: ' Tea & Letters ', tagline_en: 'Slow words' })
  expect(changed.status).toBe(200)
  expect(changed.json).toMatchObject({
    name: 'Tea & Letters',
    tagline_en: 'Slow words',
    tagline_zh: null,
  })
  await owner.put(IDENTITY, { name: '', tagline_en: null })
  expect((await visitor.get('/')).text).toContain('<title>Joule · ')
})

test('a new site name appears immediately on pages, in place of the old one', async ({
  renamed: _,
  visitor,
}) => {
  const home = (await visitor.send('GET', '/', ENGLISH)).text
  expect(home).toContain('<title>Tea &amp; Letters · Slow words</title>')
  expect(home).toMatch(/<h1[^>]*>Tea &amp; Letters<\/h1>/)
  expect(home).toMatch(/<p[^>]*>Slow words<\/p>/)
  expect(home).not.toContain('Joule')
  const login = (await visitor.send('GET', '/login', ENGLISH)).text
  expect(login).toContain('· Tea &amp; Letters</title>')
  expect(login).not.toContain('Joule')
})

test('a new site name appears immediately in share cards and in data for search engines', async ({
  renamed: _,
  visitor,
}) => {
  const home = (await visitor.send('GET', '/', ENGLISH)).text
  expect(home).toContain('<meta property="og:site_name" content="Tea &amp; Letters">')
  expect(home).toContain('"name":"Tea & Letters"')
})

test('a new site name appears immediately in feeds', async ({ renamed: _, visitor }) => {
  const feed = (await visitor.send('GET', '/feed.xml', ENGLISH)).text
  expect(feed).toContain('<title>Tea &amp; Letters: latest posts</title>')
  expect(feed).toContain('<subtitle>Tea &amp; Letters: Slow words</subtitle>')
})

test('a tagline in one language is used for both', async ({ renamed: _, visitor }) => {
  const chinese = await visitor.send('GET', '/posts', { headers: { 'Accept-Language': 'zh-CN' } })
  expect(chinese.text).toContain('<strong>Tea &amp; Letters</strong> · Slow words')
})

test('another isolate gets a change of the identity with its next database read, and within a minute on a page without reads', async () => {
  const world = new World()
  await world.visitor().get('/help')
  await world.db.batch([sql`UPDATE site_identity SET name = 'Elsewhere' WHERE id = 1`])
  expect((await world.visitor().get('/help')).text).not.toContain('Elsewhere')
  world.wait(4 * SECOND)
  expect((await world.visitor().get('/help')).text, 'what is a little old will do').not.toContain(
    'Elsewhere',
  )
  const posts = await world.visitor().get('/posts?sort=hot')
  expect(posts.text).toContain('Elsewhere')
  expect(posts.headers.get('server-timing')).toContain('round trips: 1')
  await world.db.batch([sql`UPDATE site_identity SET name = NULL WHERE id = 1`])
  world.wait(61 * SECOND)
  expect((await world.visitor().get('/help')).text).not.toContain('Elsewhere')
})

test('a page has the accent shades of both themes only if the owner chose an accent', async ({
  owner,
  visitor,
}) => {
  expect((await visitor.get('/help')).text).toContain('<html lang="en">')
  const { json } = await owner.put(IDENTITY, { accent: '#FFE000' })
  expect(json).toMatchObject({ accent: '#ffe000' })
  const { text, headers } = await visitor.get('/help')
  expect(text).toMatch(
    /<html lang="en" style="--own-accent:light-dark\(#[0-9a-f]{6},#[0-9a-f]{6}\);/,
  )
  expect(headers.get('content-security-policy')).toContain(
    "style-src 'self'; style-src-attr 'unsafe-inline'",
  )
  expect(await refusalOf(owner.put(IDENTITY, { accent: 'yellow' }))).toEqual([422, 'accent'])
  await owner.put(IDENTITY, { accent: '' })
})

test('the footer shows the links of the owner; the API and the database refuse links that run scripts', async () => {
  const world = new World()
  const owner = await world.member({ role: 'owner' })
  const { json } = await owner.post(`${IDENTITY}/links`, {
    label: 'Imprint',
    url: 'https://example.com/imprint',
  })
  const page = await world.visitor().get('/help')
  expect(page.text).toContain('<a href="https://example.com/imprint">Imprint</a>')
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    '//example.com',
    '/\\example.com',
    '#top',
    'x',
  ]) {
    const refused = await owner.post(`${IDENTITY}/links`, { label: 'x', url })
    expect([url, refused.status, Object.keys(refused.json.error?.fields ?? {})]).toEqual([
      url,
      422,
      ['url'],
    ])
    await expect(
      world.db.batch([sql`INSERT INTO footer_links (label, url) VALUES ('x', ${url})`]),
      url,
    ).rejects.toThrow()
  }
  expect((await owner.delete(`${IDENTITY}/links/${json.links[0].id}`)).json.links).toEqual([])
  expect((await owner.delete(`${IDENTITY}/links/${json.links[0].id}`)).status).toBe(404)
  for (const label of 'abcdef') await owner.post(`${IDENTITY}/links`, { label, url: '/help' })
  expect((await owner.post(`${IDENTITY}/links`, { label: 'g', url: '/help' })).status).toBe(422)
  await world.db.batch([sql`DELETE FROM footer_links`])
  forgetIdentity()
})

test('each change of the identity is logged, and an unchanged value is not', async ({
  world,
  owner,
}) => {
  await owner.put(IDENTITY, { name: 'One', tagline_zh: '慢' })
  await owner.put(IDENTITY, { name: 'One', tagline_zh: '慢' })
  const entries = await world.db.all(
    sql`SELECT target_id, before, after FROM audit_log WHERE actor_id = ${owner.user.uid} ORDER BY id`,
  )
  expect(entries).toEqual([
    { target_id: 'identity.name', before: '{"value":null}', after: '{"value":"One"}' },
    { target_id: 'identity.tagline_zh', before: '{"value":null}', after: '{"value":"慢"}' },
  ])
  expect((await owner.get('/admin/audit-log?action=identity.change')).text).toContain(
    'Set the site name to “One”',
  )
  await owner.put(IDENTITY, { name: null, tagline_zh: null })
})

test('the site name is one line of at most forty characters', async ({ world, owner }) => {
  for (const name of ['x'.repeat(41), 7]) {
    expect((await owner.put(IDENTITY, { name })).status, String(name)).toBe(422)
  }
  await owner.put(IDENTITY, { name: 'a\r\nb\u2028c' })
  expect(await world.db.all(sql`SELECT name FROM site_identity`)).toEqual([{ name: 'a b c' }])
  await expect(
    world.db.batch([sql`UPDATE site_identity SET name = ${'x'.repeat(41)} WHERE id = 1`]),
  ).rejects.toThrow()
  await expect(world.db.batch([sql`DELETE FROM site_identity`])).rejects.toThrow(
    'invalid_transition',
  )
})
