import { sql } from 'drizzle-orm'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { suggest } from '#features/operations/admin/tags/suggestions.ts'
import { indexNow } from '#test/search-queue.ts'
import { expect, redirectOf, test } from '#test/test.ts'
import { type Client, plainForm, type World } from '#test/world.ts'
import { runOnly } from '../../../support/cron.ts'
import { auditOf } from '../../operations/admin/support.ts'
import { WRITTEN } from '../posts/authors.ts'

const unique = (name: string) => `${name} ${crypto.randomUUID().slice(0, 8)}`
const pathOf = (tag: string) => `/tags/${encodeURIComponent(tag)}`
const apiOf = (tag: string) => `/api/admin${pathOf(tag)}`

async function publish(writer: Client, tags: string[], draft = false): Promise<number> {
  const { json } = await writer.post('/api/studio/posts', { ...WRITTEN, tags, draft })
  return json.id
}

/** The names of the tags of a post, as its author gets them. */
const tagsOf = async (writer: Client, id: number) =>
  (await writer.get(`/api/studio/posts/${id}`)).json.tags

const listedIn = async (world: World, tag: string) => {
  const { json } = await world.visitor().get(`/api/posts?tag=${encodeURIComponent(tag)}`)
  return json.items.map(({ id }: { id: number }) => id)
}

/** Runs the cron until no posts are left to move. */
async function moveAll(world: World) {
  await runOnly(['move posts of changed tags'], world.env, world.now)
  expect(
    await world.db.all(sql`SELECT alias_key FROM tag_aliases WHERE unmoved IS NOT NULL`),
  ).toEqual([])
}

async function expectConsistent(world: World) {
  const { failures } = await checkInvariants(world.db, world.now, { restart: true })
  expect(failures).toEqual({})
}

test('a renamed tag takes its posts, drafts, followers, description and synonyms along, and its old address redirects', async ({
  world,
  writer,
  member,
  admin,
}) => {
  const [old, name] = [unique('Old'), unique('New')]
  const id = await publish(writer, ['first', old])
  const draft = await publish(writer, [old], true)
  await member.post(`/api${pathOf(old)}/follow`)
  await admin.put(apiOf(old), { description: 'Ships', synonyms: [`${old}-s`], colour: '#15803d' })
  const renamed = await admin.put(apiOf(old), { name })
  expect([renamed.status, renamed.json]).toEqual([
    200,
    {
      name,
      posts_count: 1,
      description: 'Ships',
      colour: '#15803d',
      translation_of: null,
    },
  ])
  const reader = world.visitor()
  expect(await redirectOf(reader.get(`${pathOf(old)}?sort=hot`))).toEqual([
    301,
    `${pathOf(name)}?sort=hot`,
  ])
  expect(await redirectOf(reader.get(`${pathOf(old)}.md`))).toEqual([301, `${pathOf(name)}.md`])
  expect(await redirectOf(reader.get(`${pathOf(old)}/feed.xml`))).toEqual([
    301,
    `${pathOf(name)}/feed.xml`,
  ])
  expect(await redirectOf(reader.get(`/posts?tag=${encodeURIComponent(old)}`))).toEqual([
    301,
    expect.stringContaining(pathOf(name)),
  ])
  expect((await reader.get(`/api/posts?limit=5&tag=${encodeURIComponent(old)}`)).status).toBe(301)
  expect(await redirectOf(reader.get(pathOf(`${old}-s`)))).toEqual([301, pathOf(name)])
  expect(await listedIn(world, name)).toEqual([id])
  expect(await tagsOf(writer, id)).toEqual(['first', name])
  expect((await member.get('/api/settings/follows')).json.tags).toMatchObject([{ name }])
  expect(await tagsOf(writer, draft)).toEqual([old])
  await moveAll(world)
  expect(await tagsOf(writer, draft)).toEqual([name])
  // The second of two equal requests changes nothing.
  expect((await admin.put(apiOf(old), { name })).status).toBe(200)
  expect(
    (await auditOf(world, 'site_setting', `tag.${old.toLowerCase()}`)).map(({ action }) => action),
  ).toEqual(['tag.describe', 'tag.change', 'tag.change'])
  await expectConsistent(world)
})

test('a new spelling of a tag reaches all its posts, and a tag can get its former name back', async ({
  world,
  writer,
  admin,
}) => {
  const tag = unique('javascript')
  const spelt = tag.replace('javascript', 'JavaScript')
  const id = await publish(writer, [tag])
  expect((await admin.put(apiOf(tag), { name: spelt })).json.name).toBe(spelt)
  await moveAll(world)
  expect(await tagsOf(writer, id)).toEqual([spelt])
  const other = await publish(writer, [tag.toUpperCase()])
  expect(await tagsOf(writer, other)).toEqual([spelt])
  const name = unique('JS')
  await admin.put(apiOf(tag), { name })
  await admin.put(apiOf(name), { name: tag })
  await moveAll(world)
  expect([await tagsOf(writer, id), await tagsOf(writer, other)]).toEqual([[tag], [tag]])
  expect(await redirectOf(world.visitor().get(pathOf(name)))).toEqual([301, pathOf(tag)])
  await expectConsistent(world)
})

test('a merge moves posts, followers and subscribers once, and the search finds the posts under the new tag', async ({
  world,
  writer,
  member,
  admin,
}) => {
  const [from, into] = [unique('From'), unique('Into')]
  const [one, both] = [await publish(writer, [from]), await publish(writer, [into, from])]
  for (const tag of [from, into]) await member.post(`/api${pathOf(tag)}/follow`)
  const follower = await world.member()
  await follower.post(`/api${pathOf(from)}/follow`)
  const at = world.now.toISOString()
  await world.db.batch([
    sql`INSERT INTO letter_subscribers (id, email_hash, email, key_id, language, time_zone, site, created_at)
      VALUES (901, ${from}, 'x', 'k', 'en', 'UTC', 'https://example.com', ${at})`,
    ...[from, into].map(
      (tag) => sql`INSERT INTO letter_subscriptions (subscriber_id, kind, ref, cadence, created_at)
        VALUES (901, 'tag', ${tag.toLowerCase()}, 'each', ${at})`,
    ),
  ])
  const merged = await admin.post(`${apiOf(from)}/merge`, { into })
  expect([merged.status, merged.json]).toMatchObject([200, { name: into, posts_count: 2 }])
  expect(await redirectOf(world.visitor().get(pathOf(from)))).toEqual([301, pathOf(into)])
  await moveAll(world)
  expect((await listedIn(world, into)).sort()).toEqual([one, both])
  expect(await tagsOf(writer, both)).toEqual([into])
  for (const client of [member, follower])
    expect((await client.get('/api/settings/follows')).json.tags).toMatchObject([{ name: into }])
  expect(
    await world.db.all(sql`SELECT ref FROM letter_subscriptions WHERE subscriber_id = 901`),
  ).toEqual([{ ref: into.toLowerCase() }])
  expect(
    await world.db.all(sql`SELECT ref, subscribers FROM letter_topics WHERE ref LIKE '%into %'`),
  ).toEqual([{ ref: into.toLowerCase(), subscribers: 1 }])
  expect(
    await world.db.all(sql`SELECT name FROM tags WHERE tag_key = ${from.toLowerCase()}`),
  ).toEqual([])
  await indexNow(world)
  const found = await world
    .visitor()
    .get(`/api/posts?q=${encodeURIComponent('文章')}&tag=${encodeURIComponent(into)}`)
  expect(found.json.items.map(({ id }: { id: number }) => id).sort()).toEqual([one, both])
  // The merged name is a synonym now, also for new posts.
  expect(await tagsOf(writer, await publish(writer, [from]))).toEqual([into])
  expect((await admin.post(`${apiOf(from)}/merge`, { into })).status).toBe(200)
  expect((await admin.post(`${apiOf(into)}/merge`, { into })).status).toBe(422)
  expect((await admin.post(`${apiOf(into)}/merge`, { into: unique('none') })).status).toBe(422)
  await expectConsistent(world)
})

test('posts lose a deleted tag, also hidden ones, and the tag can be created again', async ({
  world,
  writer,
  admin,
}) => {
  const tag = unique('Gone')
  const [id, draft] = [await publish(writer, ['stays', tag]), await publish(writer, [tag], true)]
  expect((await admin.delete(apiOf(tag))).status).toBe(204)
  expect((await admin.delete(apiOf(tag))).status).toBe(404)
  expect((await world.visitor().get(pathOf(tag))).status).toBe(404)
  expect(await tagsOf(writer, id)).toEqual(['stays'])
  // A draft that is published before the cron has reached it.
  await writer.post(`/api/studio/posts/${draft}/submit`)
  expect(await tagsOf(writer, draft)).toEqual([])
  await moveAll(world)
  const again = await publish(writer, [tag])
  expect(await listedIn(world, tag)).toEqual([again])
  await expectConsistent(world)
})

test('a tag cannot take the name or a synonym of another tag', async ({ world, writer, admin }) => {
  const [one, other] = [unique('One'), unique('Other')]
  await publish(writer, [one, other])
  await admin.put(apiOf(other), { synonyms: [`${other}-2`] })
  for (const taken of [other, `${other}-2`]) {
    expect((await admin.put(apiOf(one), { name: taken })).json.error.fields).toHaveProperty('name')
    const { status, json } = await admin.put(apiOf(one), { synonyms: [taken] })
    expect([status, Object.keys(json.error.fields)]).toEqual([422, ['synonyms']])
    expect((await admin.post('/api/admin/tags', { name: taken })).status).toBe(422)
  }
  // A removed synonym is free.
  await admin.put(apiOf(other), { synonyms: '' })
  expect((await admin.put(apiOf(one), { synonyms: `${other}-2, ${one}` })).status).toBe(200)
  expect(
    (await admin.get(`/api/admin/tags?q=${encodeURIComponent(one)}`)).json.items,
  ).toMatchObject([{ name: one, synonyms: [`${other}-2`] }])
  expect((await admin.put(apiOf(one), { colour: 'red' })).status).toBe(422)
  await moveAll(world)
  await expectConsistent(world)
})

test('two tags name each other as translations, and a change of one side changes both', async ({
  world,
  writer,
  admin,
}) => {
  const [zh, en, third] = [unique('生活'), unique('Life'), unique('Living')]
  await publish(writer, [zh, en, third])
  const translations = async () =>
    Promise.all(
      [zh, en, third].map(
        async (tag) =>
          (await world.visitor().get(`/api/tags?q=${encodeURIComponent(tag)}`)).json.items[0]
            .translation_of,
      ),
    )
  await admin.put(apiOf(zh), { translation_of: en })
  expect(await translations()).toEqual([en, zh, null])
  const { text } = await world.visitor().get(pathOf(zh))
  expect(text).toContain(`href="${pathOf(en)}"`)
  expect((await world.visitor().get(`${pathOf(zh)}/feed.xml`)).text).toContain(en)
  await admin.put(apiOf(third), { translation_of: zh })
  expect(await translations()).toEqual([third, null, zh])
  expect((await admin.put(apiOf(zh), { translation_of: zh })).status).toBe(422)
  await admin.put(apiOf(zh), { translation_of: '' })
  expect(await translations()).toEqual([null, null, null])
})

test('below the level of the setting, a post with a tag that does not exist is refused', async ({
  world,
  writer,
  owner,
}) => {
  const editor = await world.member({ role: 'admin', level: 2 })
  const [known, synonym] = [unique('Known'), unique('Synonym')]
  const send = (tags: string[]) => writer.post('/api/studio/posts', { ...WRITTEN, tags })
  const set = (value: unknown) =>
    owner.put('/api/admin/site-settings', { key: 'tags.create_level', value })
  expect((await set(8)).status).toBe(422)
  expect((await set(7)).json['tags.create_level']).toBe(7)
  expect((await send([known])).json.error.fields).toHaveProperty('tags')
  expect((await owner.post('/api/admin/tags', { name: known })).status).toBe(201)
  await owner.put(apiOf(known), { synonyms: [synonym] })
  const { status, json } = await send([known.toUpperCase(), synonym])
  expect([status, json.tags]).toEqual([201, [expect.stringMatching(new RegExp(known, 'i'))]])
  expect((await writer.put(`/api/studio/posts/${json.id}`, { tags: [unique('x')] })).status).toBe(
    422,
  )
  expect((await writer.put(`/api/studio/posts/${json.id}`, { title: 'Other' })).status).toBe(200)
  expect((await editor.post('/api/studio/posts', { ...WRITTEN, tags: [unique('x')] })).status).toBe(
    201,
  )
  await set(1)
  expect((await send([unique('x')])).status).toBe(201)
  await set(0)
})

test('the merge form of the admin page merges the selected tags and reports a refusal', async ({
  world,
  writer,
  admin,
}) => {
  const [one, two, into] = [unique('One'), unique('Two'), unique('Into')]
  await publish(writer, [one, two, into])
  const submit = (tags: string[], into: string) =>
    admin.send(
      'POST',
      '/admin/tags',
      plainForm([...tags.map((tag) => ['tag', tag]), ['into', into]]),
    )
  expect((await submit([], into)).text).toContain('notice danger')
  expect((await submit([one], unique('none'))).text).toContain('notice danger')
  const { status, text } = await submit([one, two], into)
  expect([status, text.includes(`#${into}`)]).toEqual([200, true])
  for (const tag of [one, two])
    expect(await redirectOf(world.visitor().get(pathOf(tag)))).toEqual([301, pathOf(into)])
})

test('suggestions are tags of one letter and near-duplicates of a more popular tag', () => {
  const tags = ['javascript', 'web dev', 'book', 'es6', 'python2', 'a', '生活', 'rust']
  const others = ['javascripts', 'javasript', 'web-dev', 'books', 'es5', 'python3', '生', 'rest']
  const listed = [...tags, ...others].map((name, at) => ({ name, posts_count: 100 - at }))
  expect(suggest(listed).map(({ name, like }) => [name, like])).toEqual([
    ['a', null],
    ['javascripts', 'javascript'],
    ['javasript', 'javascript'],
    ['web-dev', 'web dev'],
    ['books', 'book'],
  ])
})

// The last test: its posts are indexed in the background, which would slow the others.
test('the cron moves the posts of a large tag in slices, newest first, and every state in between is consistent', async ({
  world,
  writer,
  admin,
}) => {
  const [from, into] = [unique('Large'), unique('Target')]
  const { uid } = writer.user
  await publish(writer, [into])
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, tags, body, created_at, updated_at, published_at, hot)
      WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399)
      SELECT ${uid}, 'approved', 'A ' || i, '', ${JSON.stringify([[from.toLowerCase(), from]])}, '<p>1</p>',
        printf('2026-01-01T00:%02d:%02d.000Z', i / 60, i % 60), '2026-01-01T00:00:00.000Z',
        printf('2026-01-01T00:%02d:%02d.000Z', i / 60, i % 60), i FROM n`,
  ])
  await admin.post(`${apiOf(from)}/merge`, { into })
  const counts = () =>
    world.db.all(sql<{ name: string; posts_count: number }>`
      SELECT name, posts_count FROM tags WHERE name IN (${from}, ${into}) ORDER BY name`)
  expect(await counts()).toEqual([
    { name: from, posts_count: 350 },
    { name: into, posts_count: 51 },
  ])
  const { json } = await world.visitor().get(`/api/posts?limit=50&tag=${encodeURIComponent(into)}`)
  expect(json.items.map(({ title }: { title: string }) => title)).toContain('A 399')
  await expectConsistent(world)
  await moveAll(world)
  expect(await counts()).toEqual([{ name: into, posts_count: 401 }])
  await expectConsistent(world)
})
