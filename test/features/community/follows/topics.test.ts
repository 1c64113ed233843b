import { sql } from 'drizzle-orm'
import { FOLLOWED_TOPICS_MAX } from '#features/community/follows/topics.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { type Member, plainForm, World } from '#test/world.ts'
import { nextIn, pagesFrom, titlesIn } from '../../pages/space/page.ts'

const FEED = '/posts?feed=following'
const unique = () => `topic ${crypto.randomUUID().slice(0, 8)}`
const followTag = (by: Member, tag: string) =>
  by.post(`/api/tags/${encodeURIComponent(tag)}/follow`)

test('a tag in use can be followed and unfollowed, and both tabs of the tag show the state', async ({
  world,
  member,
  author,
}) => {
  const tag = unique()
  expect(await refusalOf(followTag(member, tag))).toEqual([404, 'not_found'])
  await world.post({ author: author.user, tags: [tag] })
  expect((await followTag(member, tag.toUpperCase())).json).toEqual({ following: true })
  const pressed = async () => {
    const response = await member.get(`/tags/${encodeURIComponent(tag)}`)
    expect(roundTrips(response)).toBeLessThanOrEqual(2)
    return /data-follow-topic[^>]*aria-pressed="(true|false)"/.exec(response.text)?.[1]
  }
  expect(await pressed()).toBe('true')
  expect((await member.get('/api/settings/follows')).json.tags).toMatchObject([{ name: tag }])
  expect((await member.get(`/space/${member.user.uid}?tab=following`)).text).toContain(tag)
  expect((await followTag(member, tag)).json).toEqual({ following: false })
  // The copies that members share must not contain the state of one of them.
  expect(await pressed()).toBe('false')
})

test('forms follow and unfollow a user, a tag and a series without JavaScript', async ({
  world,
  member,
  writer,
}) => {
  const tag = unique()
  const post = await world.post({ author: writer.user, tags: [tag] })
  const { id } = (await writer.post('/api/studio/series', { title: 'A series' })).json
  await writer.put(`/api/studio/series/${id}/posts`, { ids: [post.id] })
  for (const path of [
    `/space/${writer.user.uid}`,
    `/tags/${encodeURIComponent(tag)}`,
    `/series/${id}`,
  ]) {
    const form = async () => {
      const pattern =
        /<noscript><form method="post" action="([^"]*)"><button[^>]*>(Follow|Unfollow)</
      const [, action = '', label] = pattern.exec((await member.get(path)).text) ?? []
      const { headers, ...sent } = plainForm({})
      const referer = `http://joule.test${path}`
      const response = await member.send('POST', action, {
        ...sent,
        headers: { ...headers, referer },
      })
      return [label, response.status, response.headers.get('location')]
    }
    expect([await form(), await form(), await form()]).toEqual(
      ['Follow', 'Unfollow', 'Follow'].map((label) => [label, 303, path]),
    )
  }
  const { tags, series } = (await member.get('/api/settings/follows')).json
  expect([tags.length, series.length]).toEqual([1, 1])
})

test('the interests of a new member are followed, and the page of a tag shows its best posts and related tags', async ({
  world,
  member,
  author,
}) => {
  const [tag, related] = [unique(), unique()]
  const [best] = await world.posts(
    ['Liked', 'Other'].map((title) => ({ author: author.user, title, tags: [tag, related] })),
  )
  await member.post(`/api/posts/${best?.id}/like`)
  await sumUp(world.db)
  expect((await member.submit('/welcome', { interest: tag })).status).toBe(303)
  expect((await member.get('/api/settings/follows')).json.tags).toMatchObject([{ name: tag }])
  const { text } = await world.visitor().get(`/tags/${encodeURIComponent(tag)}`)
  const [, beside = ''] = text.split('id="best-heading"')
  expect(beside.match(/ href="\/posts\/\d+"/g)?.[0]).toBe(` href="/posts/${best?.id}"`)
  expect(beside).toMatch(new RegExp(`id="related-heading".*>${related}</a>`, 's'))
  expect(text.indexOf('>Other</a>')).toBeLessThan(text.indexOf('id="best-heading"'))
})

test('a user follows at most a hundred tags, also by concurrent requests', async ({
  world,
  member,
  author,
}) => {
  const prefix = unique()
  const tags = Array.from({ length: FOLLOWED_TOPICS_MAX - 1 }, (_, n) => `${prefix} ${n}`)
  await world.db.batch([
    sql`INSERT INTO tags (tag_key, name, posts_count) SELECT value, value, 1 FROM json_each(${JSON.stringify(tags)})`,
    sql`INSERT INTO tag_follows (user_id, tag_key, created_at) SELECT ${member.user.uid}, value, '' FROM json_each(${JSON.stringify(tags)})`,
  ])
  const [one, other] = [unique(), unique()]
  await world.post({ author: author.user, tags: [one, other] })
  const responses = await Promise.all([followTag(member, one), followTag(member, other)])
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 422])
})

test('the following feed merges people, tags and series, and shows each post once over all pages', async ({
  world,
  member,
}) => {
  const [followed, writer, stranger] = await world.members([{}, { level: 2 }, {}])
  const tag = unique()
  const write = async (author: Member, title: string, tags: string[] = []) => {
    world.wait(1_000)
    return world.post({ author: author.user, title, tags })
  }
  const parts: number[] = []
  const wanted: string[] = []
  for (let n = 0; n < 15; n++) {
    await write(stranger, `Strange ${n}`)
    await write(followed, `By person ${n}`, n % 2 ? [tag] : [])
    await write(stranger, `In tag ${n}`, [tag])
    parts.push((await write(writer, `In series ${n}`, n % 3 ? [tag] : [])).id)
    wanted.unshift(`In series ${n}`, `In tag ${n}`, `By person ${n}`)
  }
  await world.post({ author: followed.user, title: 'A draft', status: 'draft' })
  const { id } = (await writer.post('/api/studio/series', { title: 'A series' })).json
  await writer.put(`/api/studio/series/${id}/posts`, { ids: parts.toReversed() })
  await member.post(`/api/users/${followed.user.uid}/follow`)
  await member.post(`/api/series/${id}/follow`)
  await followTag(member, tag)
  const pages = await pagesFrom(member, FEED)
  expect(pages.flatMap(titlesIn)).toEqual(wanted)
  for (const response of pages.slice(1)) expect(roundTrips(response)).toBe(2)
  for (const { text } of pages) expect(text).toContain('<meta name="robots" content="noindex"')
})

test('the following feed of tags that share posts continues after the newest posts', async ({
  world,
  member,
  author,
}) => {
  const tags = Array.from({ length: 25 }, unique)
  const posts = await world.posts(
    Array.from({ length: 30 }, (_, n) => ({
      author: author.user,
      title: `Post ${n}`,
      tags: n < 25 ? tags.slice(0, 1) : tags.slice((n - 25) * 5, (n - 24) * 5),
    })),
  )
  await world.db.batch([
    sql`INSERT INTO tag_follows (user_id, tag_key, created_at) SELECT ${member.user.uid}, value, '' FROM json_each(${JSON.stringify(tags)})`,
  ])
  const titles = (await pagesFrom(member, FEED)).flatMap(titlesIn)
  expect(titles.toSorted()).toEqual(posts.map(({ title }) => title).toSorted())
})

test('the following feed lists an imported post once, at the time of its first publication', async ({
  world,
  member,
  author,
}) => {
  const tag = unique()
  const posts = await world.posts(
    Array.from({ length: 24 }, (_, n) => ({
      author: author.user,
      title: `Post ${n}`,
      tags: [tag],
    })),
  )
  const old = JSON.stringify(posts.slice(0, 22).map(({ id }) => id))
  await world.db.batch([
    sql`UPDATE posts SET first_published_at = '2019-01-01T00:00:00.000Z' WHERE id IN (SELECT value FROM json_each(${old}))`,
  ])
  await followTag(member, tag)
  await member.post(`/api/users/${author.user.uid}/follow`)
  const titles = (await pagesFrom(member, FEED)).flatMap(titlesIn)
  expect(titles.slice(0, 2).toSorted()).toEqual(['Post 22', 'Post 23'])
  expect(titles.toSorted()).toEqual(posts.map(({ title }) => title).toSorted())
})

test('posts by blocked users are not in the following feed', async ({ world, member, author }) => {
  const tag = unique()
  await world.post({ author: author.user, title: 'By a blocked user', tags: [tag] })
  await followTag(member, tag)
  expect(titlesIn(await member.get(FEED))).toEqual(['By a blocked user'])
  await member.post(`/api/users/${author.user.uid}/block`)
  expect(titlesIn(await member.get(FEED))).toEqual([])
})

test('the cost of the merged feed does not depend on the number of posts', async () => {
  const spent = async (posts: number) => {
    const world = new World()
    const [me, followed, stranger, writer] = await world.members([{}, {}, {}, { level: 2 }])
    const tags = [unique(), unique(), unique()]
    const numbers = JSON.stringify(Array.from({ length: posts }, (_, n) => n))
    const insert = (uid: number, list: string, offset: number) => sql`
      INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at, tags)
      SELECT ${uid}, 'approved', 'post ' || value, '', '', '', '',
        strftime('%Y-%m-%dT%H:%M:%S.000Z', '2026-01-01', printf('+%d minutes', value * 3 + ${offset})), ${list}
      FROM json_each(${numbers})`
    const tagged = JSON.stringify(tags.map((tag) => [tag, tag]))
    await world.db.batch([insert(followed.user.uid, '[]', 0), insert(writer.user.uid, tagged, 1)])
    const { id } = (await writer.post('/api/studio/series', { title: 'A series' })).json
    const parts = await world.db.all(
      sql<{ id: number }>`SELECT id FROM posts WHERE author_id = ${writer.user.uid} LIMIT 100`,
    )
    await writer.put(`/api/studio/series/${id}/posts`, { ids: parts.map((post) => post.id) })
    await me.post(`/api/users/${followed.user.uid}/follow`)
    await me.post(`/api/series/${id}/follow`)
    for (const tag of tags) await followTag(me, tag)
    const first = await me.get(FEED)
    const second = await me.get(nextIn(first) ?? '')
    expect([first, second].flatMap(titlesIn)).toHaveLength(40)
    const page = rowsRead(await stranger.get(FEED))
    return [first, second].map((response) => rowsRead(response) - page)
  }
  const [few, many] = [await spent(60), await spent(3_000)]
  // Without the rows of the page around the feed. D1 also counts the rows of the queue: three for
  // each of 21 entries of a person and a series, and of three tags with the same posts. Each of the
  // 21 posts reads ten.
  for (const rows of [...few, ...many]) expect(rows).toBeLessThan(3 * 21 * 5 + 10 * 21 + 30)
  for (const [page, rows] of many.entries()) expect(rows).toBeLessThan((few[page] ?? 0) * 1.2)
})
