import { sql } from 'drizzle-orm'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { test as base, expect, refusalOf } from '#test/test.ts'

const IDENTITY = '/api/admin/identity'
const ENGLISH = { headers: { 'Accept-Language': 'en' } }
const CHINESE = { headers: { 'Accept-Language': 'zh-CN' } }

/** Changes the layout. The site has the default layout again after the test. */
const test = base.extend('change', async ({ owner, world }, { onCleanup }) => {
  onCleanup(async () => {
    await world.db.batch([
      sql`UPDATE site_identity SET navigation = NULL, footer_zh = NULL, footer_en = NULL,
        home = NULL WHERE id = 1`,
    ])
    forgetIdentity()
  })
  return (wanted: object) => owner.put(IDENTITY, wanted)
})

test('the owner chooses the links of the header, and the link of the section is marked', async ({
  change,
  visitor,
}) => {
  expect((await visitor.get('/help')).text).toContain('href="/tags"')
  const { status, json } = await change({
    navigation: [
      { label: { zh: '帮助', en: 'Guide' }, url: '/help' },
      { label: { en: 'Shop' }, url: 'https://shop.example/?a=1' },
    ],
  })
  expect([status, json.navigation[1].label]).toEqual([200, { zh: null, en: 'Shop' }])
  const { text } = await visitor.send('GET', '/help', ENGLISH)
  const header = text.slice(text.indexOf('<header class="top-bar"'), text.indexOf('<main'))
  expect(header).toMatch(/href="\/help" aria-current="page"[^>]*>Guide/)
  expect(header).toContain('href="https://shop.example/?a=1"')
  expect(header).not.toContain('href="/tags"')
  const chinese = (await visitor.send('GET', '/help/energy', CHINESE)).text
  expect(chinese).toMatch(/href="\/help" aria-current="page"[^>]*>帮助/)
  expect((await change({ navigation: null })).json.navigation).toHaveLength(2)
})

test('many or long links have a row of their own', async ({ change, visitor }) => {
  expect((await visitor.get('/')).text).not.toContain('site-links')
  const navigation = Array.from({ length: 7 }, (_, n) => ({
    label: { zh: null, en: `${'W'.repeat(29)}${n}` },
    url: `/tags/t${n}`,
  }))
  await change({ navigation })
  const { text } = await visitor.get('/tags/t3')
  expect(text).toContain('<nav class="site-links')
  expect(text).toMatch(/href="\/tags\/t3" aria-current="page"/)
})

test('links of the navigation are paths of the site or https URLs', async ({ change }) => {
  const label = { zh: null, en: 'A' }
  for (const url of [
    '',
    'javascript:alert(1)',
    'http://a.example/',
    '//a.example',
    '/\\a',
    'mailto:a@b.c',
  ])
    expect(await refusalOf(change({ navigation: [{ label, url }] })), url).toEqual([
      422,
      'navigation.0.url',
    ])
  const nameless = { label: { zh: '', en: '' }, url: '/' }
  expect(await refusalOf(change({ navigation: [nameless] }))).toEqual([422, 'navigation.0.label'])
  const long = { label: { en: 'x'.repeat(31) }, url: '/' }
  expect(await refusalOf(change({ navigation: [long] }))).toEqual([422, 'navigation.0.label.en'])
  const eight = Array.from({ length: 8 }, () => ({ label, url: '/' }))
  expect(await refusalOf(change({ navigation: eight }))).toEqual([422, 'navigation'])
})

test('the footer shows the text of the owner as plain text in the language of the reader', async ({
  change,
  visitor,
}) => {
  await change({ footer_text: { zh: '沪ICP备1号', en: '© 2026 <b>Us</b>\nLondon' } })
  const english = (await visitor.send('GET', '/help', ENGLISH)).text
  expect(english).toContain('© 2026 &lt;b&gt;Us&lt;/b&gt;\nLondon')
  expect((await visitor.send('GET', '/help', CHINESE)).text).toContain('沪ICP备1号')
  await change({ footer_text: { zh: '' } })
  expect((await visitor.send('GET', '/help', CHINESE)).text).toContain('London')
  expect(await refusalOf(change({ footer_text: { en: 'x'.repeat(501) } }))).toEqual([
    422,
    'footer_text.en',
  ])
})

test('the owner orders the blocks of the home page and switches them off', async ({
  change,
  owner,
  visitor,
  world,
}) => {
  const author = (await world.member()).user
  const part = await world.post({ author, title: 'First part', tags: ['volt'] })
  const at = world.now.toISOString()
  await world.db.batch([
    sql`INSERT INTO series (user_id, title, created_at, updated_at)
      VALUES (${author.uid}, 'A long story', ${at}, ${at})`,
    sql`INSERT INTO series_posts (post_id, series_id, position, listed_at)
      SELECT id, last_insert_rowid(), 0, listed_at FROM posts WHERE id = ${part.id}`,
    sql`UPDATE series SET parts = 1 WHERE title = 'A long story'`,
  ])
  const body = { en: '<h2>Welcome home</h2><script>1</script>' }
  const written = await owner.put('/api/admin/pages/home', { body, version: null })
  expect([written.status, written.json.body.en]).toEqual([200, '<h2>Welcome home</h2>'])
  expect((await visitor.get('/p/home')).status).toBe(404)
  const { json } = await change({
    home: [
      { block: 'text', on: true },
      { block: 'series', on: true },
      { block: 'new', on: true },
      { block: 'tags', on: false },
    ],
  })
  expect(json.home.slice(3)).toEqual(
    ['tags', 'pinned', 'lead', 'hot', 'authors', 'comments'].map((block) => ({ block, on: false })),
  )
  const { text } = await visitor.send('GET', '/', ENGLISH)
  const places = ['Welcome home', 'class="front-series"', 'First part</a></h3>'].map((it) =>
    text.indexOf(it),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places).not.toContain(-1)
  expect(text).not.toContain('id="tags-heading"')
  expect((await visitor.get('/posts')).text).toContain('id="tags-heading"')
  await world.db.batch([sql`DELETE FROM own_pages`])
})

test('a block of the home page is named once and is one of the known blocks', async ({
  change,
}) => {
  const on = true
  const twice = [
    { block: 'new', on },
    { block: 'new', on },
  ]
  expect(await refusalOf(change({ home: twice }))).toEqual([422, 'home.1.block'])
  expect(await refusalOf(change({ home: [{ block: 'weather', on }] }))).toEqual([
    422,
    'home.0.block',
  ])
  expect(await refusalOf(change({ home: [{ block: 'new' }] }))).toEqual([422, 'home.0.on'])
})
