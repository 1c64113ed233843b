import { sql } from 'drizzle-orm'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { PNG } from '#test/images.ts'
import { test as base, expect, refusalOf } from '#test/test.ts'

const PAGES = '/api/admin/pages'
const IMPRINT = {
  slug: 'imprint',
  title: { zh: '版权信息', en: 'Imprint' },
  body: { zh: '<p>上海</p>', en: '<h2>Who we are</h2><p onclick="x()">Ada, London</p>' },
  in: 'footer',
}
const ENGLISH = { headers: { 'Accept-Language': 'en' } }
const CHINESE = { headers: { 'Accept-Language': 'zh-CN' } }

/** Adds pages, which are removed after the test. */
const test = base.extend('add', async ({ owner, world }, { onCleanup }) => {
  onCleanup(async () => {
    await world.db.batch([sql`DELETE FROM own_pages`])
    forgetIdentity()
  })
  return (page: object = {}) => owner.post(PAGES, { ...IMPRINT, ...page })
})

test('a page of the owner has an address, both languages, and a link in the footer', async ({
  add,
  visitor,
}) => {
  expect((await visitor.get('/p/imprint')).status).toBe(404)
  const { status, json } = await add()
  expect([status, json.path, json.version, json.body.en]).toEqual([
    201,
    '/p/imprint',
    1,
    '<h2>Who we are</h2><p>Ada, London</p>',
  ])
  const english = await visitor.send('GET', '/p/imprint', ENGLISH)
  expect(english.text).toContain('<title>Imprint · Joule</title>')
  expect(english.text).toContain('<p>Ada, London</p>')
  expect(english.text).toContain('"@type":"WebPage"')
  expect(english.text).toContain('hreflang="zh-CN" href="http://joule.test/p/imprint?lang=zh-CN"')
  const chinese = await visitor.send('GET', '/p/imprint?lang=zh-CN', ENGLISH)
  expect(chinese.text).toContain('<h1>版权信息</h1>')
  expect((await visitor.send('GET', '/help', ENGLISH)).text).toContain(
    '<a href="/p/imprint">Imprint</a>',
  )
  expect((await visitor.get('/sitemap.xml')).text).toContain(
    '<loc>http://joule.test/p/imprint</loc>',
  )
})

test('a page with one text falls back to it, and a change is visible at once', async ({
  add,
  owner,
  visitor,
}) => {
  await add({ title: { en: 'Imprint' }, body: { en: '<p>One</p>' }, in: 'header' })
  const read = async (wish: object) => (await visitor.send('GET', '/p/imprint', wish)).text
  expect(await read(CHINESE)).toContain('<p>One</p>')
  expect((await visitor.send('GET', '/', CHINESE)).text).toContain('href="/p/imprint"')
  await owner.put(`${PAGES}/imprint`, { body: { zh: '<p>二</p>' }, version: 1 })
  expect(await read(CHINESE)).toContain('<p>二</p>')
  expect(await read(ENGLISH)).toContain('<p>One</p>')
})

test('a page without a text is neither public nor linked', async ({ add, owner, visitor }) => {
  await add({ body: { zh: '', en: '<p></p>' } })
  expect((await visitor.get('/p/imprint')).status).toBe(404)
  expect((await visitor.get('/')).text).not.toContain('/p/imprint')
  expect((await owner.get('/admin/pages/imprint?language=en')).status).toBe(200)
  expect((await owner.get('/admin/pages')).text).toContain('/p/imprint')
  const { json } = await owner.get(PAGES)
  expect(json.items).toMatchObject([{ slug: 'imprint', languages: [], in: 'footer' }])
})

test('the second of two edits of one version is refused', async ({ add, owner, world }) => {
  await add()
  const edit = (version: number, en: string) =>
    owner.put(`${PAGES}/imprint`, { title: { en }, version })
  expect((await edit(1, 'Legal')).json.version).toBe(2)
  expect((await edit(1, 'Law')).status).toBe(409)
  expect((await owner.get(`${PAGES}/imprint`)).json.title).toEqual({ zh: '版权信息', en: 'Legal' })
  const direct = world.db.batch([sql`UPDATE own_pages SET place = 'none'`])
  await expect(direct).rejects.toThrow('version_conflict')
})

test('an address is refused if it is taken, reserved or malformed', async ({ add, owner }) => {
  await add()
  for (const slug of ['imprint', 'about', 'home', 'Imprint', 'a/b', '', 'x'.repeat(41)])
    expect(await refusalOf(add({ slug })), slug).toEqual([422, 'slug'])
  expect(await refusalOf(add({ slug: 'x', title: { zh: '', en: '' } }))).toEqual([422, 'title'])
  expect(await refusalOf(add({ slug: 'x', in: 'side' }))).toEqual([422, 'in'])
  const long = { en: `<p>${'x'.repeat(200_001)}</p>` }
  expect(await refusalOf(add({ slug: 'x', body: long }))).toEqual([422, 'body.en'])
  expect((await owner.put(`${PAGES}/nothing`, { in: 'none' })).status).toBe(404)
})

test('a site has at most 50 pages', async ({ add, world }) => {
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
      INSERT INTO own_pages (slug, place, title_en, created_at, updated_at)
      SELECT 'page-' || i, 'none', 'Page', '', '' FROM n`,
  ])
  expect(await refusalOf(add())).toEqual([422, 'slug'])
  const direct = sql`INSERT INTO own_pages (slug, place, title_en, created_at, updated_at)
    VALUES ('one-more', 'none', 'Page', '', '')`
  await expect(world.db.batch([direct])).rejects.toThrow('validation_failed')
})

test('a removed page is gone everywhere, and only owners change pages', async ({
  add,
  owner,
  admin,
  visitor,
}) => {
  await add()
  expect((await admin.delete(`${PAGES}/imprint`)).status).toBe(403)
  expect((await owner.delete(`${PAGES}/imprint`)).status).toBe(204)
  expect((await visitor.get('/p/imprint')).status).toBe(404)
  expect((await visitor.get('/help')).text).not.toContain('/p/imprint')
  expect((await owner.delete(`${PAGES}/imprint`)).status).toBe(404)
})

test('everyone sees the images of a page, until the page drops them', async ({
  add,
  owner,
  visitor,
  world,
}) => {
  const { json } = await owner.upload('/api/posts/upload-image', PNG)
  const image = { en: `<p>A</p><img src="${json.url}">` }
  await add({ body: image })
  const uses = () => world.db.all(sql`SELECT slug FROM own_page_images`)
  expect(await uses()).toEqual([{ slug: 'imprint' }])
  expect((await visitor.get(json.url)).status).toBe(200)
  await owner.put(`${PAGES}/imprint`, { body: { en: '<p>A</p>' } })
  expect(await uses()).toEqual([])
})
