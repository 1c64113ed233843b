import { sql } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { tagPage } from '#features/publishing/tags/tags.ts'
import { decodeCursor, encodeCursor, type PageRequest } from '#kernel/paging.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, redirectOf, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { runOnly } from '../../../support/cron.ts'
import { auditOf } from '../../operations/admin/support.ts'

const world = new World()
const TAGS = 3_000

// Every third tag has no posts. The popular tags are spread over the alphabet.
beforeAll(() =>
  world.db.batch([
    sql`INSERT INTO tags (tag_key, name, posts_count)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${TAGS - 1})
      SELECT printf('index %05d', i), printf('Index %05d', i), iif(i % 3 = 0, 0, i * 7919 % 500 + 1) FROM n`,
  ]),
)

test.each(['popular', 'name'] as const)(
  'all pages of the tag index by %s contain each tag with posts once',
  async (sort) => {
    const seen: { name: string; posts_count: number }[] = []
    let place: Omit<PageRequest, 'limit'> = { after: null }
    for (let page = 0; page < 100; page++) {
      const { items, next_cursor } = await world.db.read(tagPage(sort, { limit: 60, ...place }))
      seen.push(...items)
      if (next_cursor === null) break
      place = decodeCursor(next_cursor)
    }
    const ours = seen.filter(({ name }) => name.startsWith('Index '))
    expect(new Set(ours.map(({ name }) => name)).size).toBe(2_000)
    expect(ours).toHaveLength(2_000)
    expect(ours.every(({ posts_count }) => posts_count > 0)).toBe(true)
    const keys = ours.map(({ name, posts_count }) => (sort === 'popular' ? -posts_count : name))
    expect(keys.every((key, index) => index === 0 || (keys[index - 1] ?? key) <= key)).toBe(true)
  },
)

test('each page of the tag index reads at most 130 rows', async () => {
  for (const sort of ['popular', 'name']) {
    for (const query of ['', `cursor=${encodeCursor(['tags', sort], ['index 01500', 100])}`]) {
      for (const path of ['/tags', '/api/tags']) {
        const { status, headers } = await world.visitor().get(`${path}?sort=${sort}&${query}`)
        expect(status).toBe(200)
        expect(rowsRead({ headers })).toBeLessThanOrEqual(130)
        expect(headers.get('server-timing')).toContain('round trips: 1"')
      }
    }
  }
})

/** A tag that a public post uses, with its page and its route for admins. */
async function newTag(world: World, writer: Client) {
  const tag = `About ${crypto.randomUUID().slice(0, 8)}`
  await writer.post('/api/studio/posts', { title: 'A title', body: '<p>1</p>', tags: [tag] })
  await world.db.batch([sql`UPDATE tags SET posts_count = 5000 WHERE name = ${tag}`])
  return {
    tag,
    path: `/tags/${encodeURIComponent(tag)}`,
    api: `/api/admin/tags/${encodeURIComponent(tag.toUpperCase())}`,
  }
}

test('a new tag description is shown immediately on pages, in the feed and in the API', async ({
  world,
  writer,
  admin,
}) => {
  const { tag, path, api } = await newTag(world, writer)
  const reader = world.visitor()
  const saved = await admin.put(api, { description: 'Ships & <sails>' })
  expect([saved.status, saved.json]).toEqual([
    200,
    {
      name: tag,
      posts_count: 5000,
      description: 'Ships & <sails>',
      colour: null,
      translation_of: null,
    },
  ])
  const { text } = await reader.get(path)
  expect(text).toContain('<p>Ships &amp; &lt;sails&gt;</p>')
  expect(text).toContain('<meta name="description" content="Ships &amp; &lt;sails&gt;">')
  expect((await reader.get(`${path}/feed.xml`)).text).toContain(
    '<subtitle>Ships &amp; &lt;sails&gt;</subtitle>',
  )
  expect((await reader.get('/tags')).text).toContain(
    '<p class="soft small breaks">Ships &amp; &lt;sails&gt;</p>',
  )
  expect((await reader.get('/api/tags?q=about')).json.items[0].description).toBe('Ships & <sails>')
  expect(await auditOf(world, 'site_setting', `tag.${tag.toLowerCase()}`)).toMatchObject([
    {
      actor_id: admin.user.uid,
      action: 'tag.describe',
      before: '{"value":null}',
      after: '{"value":"Ships & <sails>"}',
    },
  ])
})

test('the page of a tag offers its form to admins, which removes the description and refuses a long one', async ({
  world,
  writer,
  admin,
}) => {
  const { tag, path, api } = await newTag(world, writer)
  await admin.put(api, { description: 'Ships' })
  const reader = world.visitor()
  expect((await reader.get(path)).text).not.toContain('tag-description')
  expect((await admin.get(path)).text).toContain('action="/tags"')
  expect(await redirectOf(admin.submit('/tags', { tag, description: '' }))).toEqual([303, path])
  expect((await reader.get(path)).text).not.toContain('Ships')
  expect((await admin.put(api, { description: 'x'.repeat(301) })).status).toBe(422)
  expect((await admin.submit('/tags', { tag, description: 'x'.repeat(301) })).status).toBe(422)
  expect((await admin.put('/api/admin/tags/unused-tag', { description: 'x' })).status).toBe(404)
})

test('lists and the sitemap link to the tag index', async () => {
  const { text } = await world.visitor().get('/posts')
  expect(text.match(/href="\/tags"/g)?.length).toBeGreaterThanOrEqual(2)
  expect((await world.visitor().get('/sitemap.xml')).text).toContain('/tags</loc>')
})

// This test is the last one, because the tests above need tags without posts.
test('the cron deletes tags without posts, except for tags with followers, subscribers or a description', async () => {
  const { uid } = await world.user()
  const AT = '2026-01-01T00:00:00.000Z'
  const tags = ['unused', 'used', 'followed', 'described', 'subscribed']
  await world.db.batch([
    ...tags.map(
      (tag) => sql`
        INSERT INTO tags (tag_key, name, posts_count)
        VALUES (${`gone ${tag}`}, ${tag}, ${tag === 'used' ? 1 : 0})`,
    ),
    sql`INSERT INTO tag_follows (user_id, tag_key, created_at) VALUES (${uid}, 'gone followed', ${AT})`,
    sql`INSERT INTO tag_descriptions (tag_key, description) VALUES ('gone described', 'A tag')`,
    sql`INSERT INTO letter_topics (kind, ref, subscribers) VALUES ('tag', 'gone subscribed', 1)`,
  ])
  await runOnly(['delete unused tags'], world.env, world.now)
  const left = await world.db.all(
    sql<{ name: string }>`SELECT name FROM tags WHERE tag_key GLOB 'gone *' ORDER BY name`,
  )
  expect(left.map(({ name }) => name)).toEqual(['described', 'followed', 'subscribed', 'used'])
})
