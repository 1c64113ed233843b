import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { forgetIdentity } from '#features/core/identity/identity.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

const RULES = '/api/admin/pages/rules'

beforeEach(async () => {
  await new World().db.batch([sql`DELETE FROM site_pages`])
  forgetIdentity()
})

/** Publishes the rules with a script, which is removed. */
const publishRules = (owner: Client) =>
  owner.put(RULES, {
    language: 'en',
    version: null,
    body: '<h2>Be kind</h2><p onclick="x()">Always.</p><script>alert(1)</script>',
  })

test('a site page is readable once the owner has published it, without its scripts', async ({
  visitor,
  owner,
}) => {
  expect((await visitor.get('/rules')).status).toBe(404)
  const { status, json } = await publishRules(owner)
  expect([status, json.page.version, json.page.body]).toEqual([
    200,
    1,
    '<h2>Be kind</h2><p>Always.</p>',
  ])
  const page = await visitor.get('/rules')
  expect(page.status).toBe(200)
  expect(page.text).toContain('<title>Rules · Joule</title>')
  expect(page.text).toContain('<meta name="description" content="Always."')
  expect(page.text).toContain('<p>Always.</p>')
})

test('a published site page is linked in every footer, listed in the sitemap and shown in its editor', async ({
  visitor,
  owner,
}) => {
  await publishRules(owner)
  expect((await visitor.get('/help')).text).toContain('<a href="/rules">Rules</a>')
  expect((await visitor.get('/sitemap.xml')).text).toContain('<loc>http://joule.test/rules</loc>')
  expect((await owner.get('/admin/pages/rules?language=en')).text).toContain('<p>Always.</p>')
})

test('a site page has one text per language and falls back to the other language', async ({
  world,
  owner,
}) => {
  const read = async (language: string) =>
    (await world.visitor().get('/rules', { headers: { 'Accept-Language': language } })).text
  await owner.put(RULES, { language: 'en', version: null, body: '<p>In English.</p>' })
  expect(await read('zh-CN')).toContain('<p>In English.</p>')
  await owner.put(RULES, { language: 'zh-CN', version: null, body: '<p>中文。</p>' })
  expect(await read('zh-CN')).toContain('<p>中文。</p>')
  expect(await read('en')).toContain('<p>In English.</p>')
})

test('an outdated version of a site page is not saved, and an empty text removes it', async ({
  world,
  owner,
}) => {
  const put = (version: number | null, body: string) =>
    owner.put(RULES, { language: 'en', version, body })
  await put(null, '<p>One.</p>')
  expect((await put(null, '<p>Two.</p>')).status).toBe(409)
  expect((await put(1, '<p>Two.</p>')).json.page.version).toBe(2)
  expect((await put(1, '<p>Three.</p>')).status).toBe(409)
  const direct = world.db.batch([sql`UPDATE site_pages SET body = 'x', version = 2`])
  await expect(direct).rejects.toThrow('version_conflict')
  expect((await put(2, '<p></p>')).json.page).toBeNull()
  expect((await world.visitor().get('/rules')).status).toBe(404)
  const entries = await world.db.all(
    sql`SELECT target_id FROM audit_log WHERE actor_id = ${owner.user.uid} AND action = 'identity.change'`,
  )
  expect(entries).toHaveLength(3)
})

test('a page that does not exist cannot be written, and a text has a limit', async ({ owner }) => {
  const text = { language: 'en', version: null, body: '<p>x</p>' }
  expect((await owner.put('/api/admin/pages/imprint', text)).status).toBe(404)
  expect((await owner.get('/admin/pages/imprint')).status).toBe(404)
  expect((await owner.put(RULES, { ...text, body: `<p>${'x'.repeat(200_001)}</p>` })).status).toBe(
    422,
  )
})

test('the service worker has the id of the build; while the setting is off, it removes its caches and itself, and pages do not install it', async ({
  owner,
  visitor,
}) => {
  const worker = async () => {
    const { text, headers } = await visitor.get('/sw.js')
    expect(headers.get('content-type')).toContain('text/javascript')
    expect(headers.get('cache-control')).toBe('private, no-cache')
    return text
  }
  const set = (value: boolean) =>
    owner.put('/api/admin/site-settings', { key: 'app.enabled', value })
  expect(await worker()).toMatch(/^const SITE=\{"build":"[\w-]{12}","name":"Joule"/)
  expect((await visitor.get('/help')).text).toContain('<body data-app="">')
  expect((await owner.get('/help')).text).toContain(`data-app="${owner.user.uid}"`)
  await set(false)
  expect(await worker()).toContain('registration.unregister()')
  expect((await visitor.get('/help')).text).not.toContain('data-app')
  await set(true)
})
