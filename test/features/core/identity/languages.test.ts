import { sql } from 'drizzle-orm'
import { test as base, expect, refusalOf } from '#test/test.ts'
import { World } from '#test/world.ts'

const ORIGIN = 'http://joule.test'
const IDENTITY = '/api/admin/identity'
const BOTH = { languages: ['zh-CN', 'en'], default_language: 'zh-CN' }
/** What search engines, feed readers and link previews send. */
const NO_WISH = { headers: { 'Accept-Language': '' } }
const CHINESE = { headers: { 'Accept-Language': 'zh-CN', Cookie: 'lang=zh-CN' } }

/** Sets the languages of the site. The site offers both again after the test. */
const test = base.extend('setLanguages', async ({ owner }, { onCleanup }) => {
  onCleanup(async () => {
    await owner.put(IDENTITY, { ...BOTH, description: { zh: null, en: null } })
  })
  return (wanted: object) => owner.put(IDENTITY, wanted)
})

test('a new site offers both languages, and Chinese is the default', async ({ owner, visitor }) => {
  expect((await owner.get(IDENTITY)).json).toMatchObject(BOTH)
  expect((await visitor.send('GET', '/', NO_WISH)).text).toContain('<html lang="zh-CN">')
})

test('the default language answers search engines and feed readers, also from the cache', async ({
  setLanguages,
  visitor,
}) => {
  await setLanguages({ default_language: 'en' })
  for (const round of ['first', 'cached']) {
    const home = await visitor.send('GET', '/', NO_WISH)
    expect(home.text, round).toContain('<html lang="en">')
    expect(home.text, round).toContain('<meta property="og:locale" content="en_US">')
  }
  expect((await visitor.send('GET', '/feed.xml', NO_WISH)).text).toContain('latest posts')
  expect((await visitor.send('GET', '/', CHINESE)).text).toContain('<html lang="zh-CN">')
})

test('a site with one language ignores the cookie, the header and the address', async ({
  setLanguages,
  visitor,
}) => {
  expect((await setLanguages({ languages: ['en'] })).json).toMatchObject({
    languages: ['en'],
    default_language: 'en',
  })
  for (const path of ['/', '/?lang=zh-CN', '/help', '/login', '/no-such-page']) {
    const { text } = await visitor.send('GET', path, CHINESE)
    expect(text, path).toContain('<html lang="en"')
    expect(text, path).not.toContain('hreflang')
    expect(text, path).not.toContain('name="lang"')
  }
  const { json } = await visitor.send('GET', '/api/posts/999999', CHINESE)
  expect(json.error.message).not.toMatch(/\p{Script=Han}/u)
})

test('with two languages, each page of the site has an address for each', async ({
  setLanguages: _,
  visitor,
}) => {
  for (const path of ['/', '/posts', '/tags', '/help']) {
    const { text } = await visitor.send('GET', `${path}?lang=en`, CHINESE)
    const site = /<link rel="alternate" hreflang="x-default" href="([^"]*)">/.exec(text)?.[1] ?? ''
    expect(text, path).toContain('<html lang="en"')
    expect(new URL(site).pathname, path).toBe(path)
    expect(text).toContain(`<link rel="alternate" hreflang="zh-CN" href="${site}?lang=zh-CN">`)
    expect(text).toContain(`<link rel="alternate" hreflang="en" href="${site}?lang=en">`)
    expect(text).toContain(`<link rel="canonical" href="${site}?lang=en">`)
    const plain = await visitor.get(path)
    expect(plain.text, path).toContain(`<link rel="canonical" href="${site}">`)
  }
})

test('a post has one address, because its author wrote it in one language', async ({
  world,
  visitor,
}) => {
  const author = (await world.member()).user
  const { id } = await world.post({ author, title: 'One language' })
  const { text } = await visitor.get(`/posts/${id}?lang=zh-CN`)
  expect(text).toContain('<html lang="zh-CN"')
  expect(text).not.toContain('hreflang')
  expect(text).toMatch(new RegExp(`<link rel="canonical" href="[^"]*/posts/${id}">`))
})

test('the language switch leads away from an address that chooses a language', async ({
  setLanguages: _,
  visitor,
}) => {
  const { headers } = await visitor.send('POST', '/look', {
    headers: {
      'Content-Type': 'application/x-www-form-urlencoded',
      Origin: ORIGIN,
      Referer: `${ORIGIN}/posts?sort=hot&lang=en`,
    },
    body: 'lang=zh-CN',
  })
  expect(headers.get('location')).toBe('/posts?sort=hot')
})

test('the default language is one of the offered ones', async ({ setLanguages, owner }) => {
  expect(await refusalOf(setLanguages({ languages: [] }))).toEqual([422, 'languages'])
  expect(await refusalOf(setLanguages({ languages: ['fr'] }))).toEqual([422, 'languages.0'])
  const mismatch = { languages: ['en'], default_language: 'zh-CN' }
  expect(await refusalOf(setLanguages(mismatch))).toEqual([422, 'default_language'])
  expect((await owner.get(IDENTITY)).json).toMatchObject(BOTH)
  expect((await setLanguages({ languages: ['en', 'zh-CN', 'en'] })).status).toBe(422)
})

test('the database refuses a default language that the site does not offer', async () => {
  const { db } = new World()
  for (const set of [
    sql`languages = '["en"]'`,
    sql`languages = '["fr"]', default_language = 'fr'`,
    sql`languages = '[]'`,
  ])
    await expect(db.batch([sql`UPDATE site_identity SET ${set} WHERE id = 1`])).rejects.toThrow()
})

test('the description of the owner is that of search engines and feeds', async ({
  setLanguages,
  visitor,
}) => {
  await setLanguages({ description: { zh: null, en: 'Field notes by people who repair radios' } })
  const described = 'Field notes by people who repair radios'
  for (const path of ['/', '/feed.xml', '/llms.txt'])
    expect((await visitor.get(path)).text, path).toContain(described)
  const { json } = await setLanguages({ description: { zh: '修收音机的人', en: '' } })
  expect(json.description).toEqual({ zh: '修收音机的人', en: null })
})

test('the installed app and its service worker have the default language', async ({
  setLanguages,
  visitor,
}) => {
  await setLanguages({ languages: ['en'] })
  const manifest = await visitor.send('GET', '/manifest.webmanifest', CHINESE)
  expect(JSON.parse(manifest.text).lang).toBe('en')
  const worker = await visitor.send('GET', '/sw.js', CHINESE)
  expect(worker.status).toBe(200)
})
