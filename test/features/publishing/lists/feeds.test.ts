import { sql } from 'drizzle-orm'
import { IDS_PER_SITEMAP } from '#features/publishing/lists/sitemap.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

async function authorWithFeed(world: World) {
  const author = await world.user({ username: `f${crypto.randomUUID().slice(0, 8)}` })
  const body =
    '<p>See <a href="/posts/1">this</a>, <a href="#h-x">that</a> &amp; more.</p><img src="/images/a.png">'
  const { id } = await world.post({
    author,
    title: 'Bits & <bytes>',
    summary: 'Short.',
    body,
    tags: ['C/C++'],
  })
  await world.post({ author, status: 'draft', title: 'Not yet' })
  return { author, id, feed: await world.visitor().get(`/space/${author.uid}/feed.xml`) }
}

test('the feed of an author describes each published post', async ({ world }) => {
  const { author, id, feed } = await authorWithFeed(world)
  const { status, headers, text } = feed
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  expect(text).toContain(
    `<link rel="self" type="application/atom+xml" href="http://joule.test/space/${author.uid}/feed.xml"/>`,
  )
  expect(text).toContain(`<id>http://joule.test/posts/${id}</id>`)
  expect(text).toContain(`<published>${world.now.toISOString()}</published>`)
  expect(text).toContain(`<name>${author.username}</name>`)
  expect(text).toContain('<summary>Short.</summary>')
  expect(text).not.toContain('Not yet')
})

test('the feed of an author has the full text of posts, escaped and with absolute URLs', async ({
  world,
}) => {
  const { id, feed } = await authorWithFeed(world)
  const { text } = feed
  expect(text).toContain('<title>Bits &amp; &lt;bytes&gt;</title>')
  expect(text).toContain('<category term="C/C++"/>')
  expect(text).toContain('href="http://joule.test/posts/1"')
  expect(text).toContain(`href="http://joule.test/posts/${id}#h-x"`)
  expect(text).toContain('src="http://joule.test/images/a.png"')
  expect(text).toContain('&amp;amp; more')
})

test('the feed of a tag starts with the newest post, and an edit changes `updated`', async ({
  world,
  user,
}) => {
  const first = await world.post({ author: user, title: 'First', tags: ['feed-me'] })
  world.wait(60_000)
  await world.post({ author: user, title: 'Second', tags: ['Feed-Me'] })
  world.wait(60_000)
  const edited = world.now.toISOString()
  await world.db.batch([sql`UPDATE posts SET edited_at = ${edited} WHERE id = ${first.id}`])
  const { text } = await world.visitor().get('/tags/FEED-ME/feed.xml')
  const titles = [...text.matchAll(/<title>([^<]*)</g)].map(([, title]) => title)
  expect(titles).toEqual(['#feed-me', 'Second', 'First'])
  expect(text.match(/<updated>([^<]+)/)?.[1]).toBe(edited)
})

test('the feed contains only the summary of a very long post', async ({ world, user: author }) => {
  await world.post({ author, body: `<p>${'long '.repeat(25_000)}</p>` })
  const { text } = await world.visitor().get(`/space/${author.uid}/feed.xml`)
  expect(text).toContain('<summary>long long')
  expect(text).not.toContain('<content')
})

test('a feed omits characters that XML does not allow', async ({ world, user: author }) => {
  await world.post({ author, title: 'a\u0008b\uffffc' })
  expect((await world.visitor().get(`/space/${author.uid}/feed.xml`)).text).toContain(
    '<title>abc</title>',
  )
})

test('pages link to their feed, and the feed of an unknown tag or user responds with 404', async ({
  visitor,
}) => {
  for (const path of ['/tags/unused-tag/feed.xml', '/space/99999999/feed.xml', '/space/x/feed.xml'])
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
  const link =
    '<link rel="alternate" type="application/atom+xml" title="Joule: latest posts" href="/feed.xml"'
  expect((await visitor.get('/help')).text).toContain(link)
})

test('robots.txt disallows private paths and links to the sitemap', async () => {
  const { headers, text } = await new World().visitor().get('/robots.txt')
  expect(headers.get('content-type')).toMatch(/^text\/plain/)
  for (const path of ['/api', '/settings', '/studio', '/admin', '/messages'])
    expect(text).toContain(`Disallow: ${path}\n`)
  expect(text).toContain('Sitemap: http://joule.test/sitemap.xml')
})

test('the sitemap lists public pages', async ({ world, user: author }) => {
  const [shown, hidden] = await world.posts([
    { author, tags: ['C/C++'] },
    { author, status: 'draft' },
  ])
  const small = await world.visitor().get('/sitemap.xml')
  expect(small.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  expect(small.text).toContain(
    `<loc>http://joule.test/posts/${shown.id}</loc><lastmod>${world.now.toISOString()}`,
  )
  expect(small.text).toContain('<loc>http://joule.test/tags/C%2FC%2B%2B</loc>')
  expect(small.text).not.toContain(`/posts/${hidden.id}<`)
  expect((await world.visitor().get('/sitemap-2.xml')).status).toBe(404)
})

// Keep this test last: it sets the post id sequence to a high number.
test('the sitemap of a large site is split into parts by id', async ({ world, user: author }) => {
  const shown = await world.post({ author })
  const far = IDS_PER_SITEMAP * 2 + 1
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
        SELECT ${author.uid}, 'draft', '', '', '', '', '' FROM n`,
    sql`UPDATE sqlite_sequence SET seq = ${far - 1} WHERE name = 'posts'`,
  ])
  expect((await world.post({ author })).id).toBe(far)
  const fresh = new World()
  fresh.wait(3_600_000)
  const index = await fresh.visitor().get('/sitemap.xml')
  expect([...index.text.matchAll(/<loc>([^<]+)/g)].map(([, url]) => url)).toEqual(
    [1, 2, 3].map((part) => `http://joule.test/sitemap-${part}.xml`),
  )
  expect(rowsRead(index)).toBeLessThan(20)
  expect((await fresh.visitor().get('/sitemap-1.xml')).text).toContain(`/posts/${shown.id}<`)
  expect((await fresh.visitor().get('/sitemap-3.xml')).text).toContain(`/posts/${far}<`)
  for (const path of ['/sitemap-0.xml', '/sitemap-4.xml', '/sitemap-01.xml', '/sitemap-x.xml']) {
    expect([path, (await fresh.visitor().get(path)).status]).toEqual([path, 404])
  }
})
