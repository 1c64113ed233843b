import { sql } from 'drizzle-orm'
import { beginReindex } from '#features/publishing/search/fts/scans.ts'
import { DAY } from '#kernel/clock.ts'
import { indexNow, repairNow } from '#test/search-queue.ts'
import { expect } from '#test/test.ts'
import type { Client, World } from '#test/world.ts'
import { freshWord, publish, test } from './posts.ts'

interface Found {
  posts: { id: number; title: { text: string; is_match: boolean }[] }[]
  people: { uid: number }[]
  tags: { name: string }[]
  counts: { posts: number; people: number; tags: number } | null
  did_you_mean: string | null
  next_cursor: string | null
}

async function search(
  by: Client,
  q: string,
  choices: Record<string, string | number> = {},
): Promise<Found> {
  const given = Object.entries({ q, ...choices }).map(([name, value]) => [name, String(value)])
  const { status, json } = await by.get(`/api/search?${new URLSearchParams(given)}`)
  expect(status).toBe(200)
  return json
}

const idsOf = ({ posts }: Found) => posts.map(({ id }) => id)

test('a search finds and counts posts, people and tags', async ({ world, writer, word }) => {
  const [first, second] = [
    await publish(writer, { title: word, tags: [word] }),
    await publish(writer, { body: `<p>${word}</p>` }),
  ]
  const person = await world.user({ username: `${word}_x` })
  const response = await search(world.visitor(), word)
  expect(idsOf(response)).toEqual([first, second])
  expect(response.people.map(({ uid }) => uid)).toEqual([person.uid])
  expect(response.tags).toEqual([{ name: word, posts_count: 1 }])
  expect(response.counts).toEqual({ posts: 2, people: 1, tags: 1 })
  expect(response.posts[0]?.title).toEqual([{ text: word, is_match: true }])
  for (const type of ['people', 'tags'])
    expect(await search(world.visitor(), word, { type })).toMatchObject({
      posts: [],
      counts: response.counts,
    })
  expect((await search(world.visitor(), `missing ${word}`)).tags).toEqual([
    { name: word, posts_count: 1 },
  ])
})

test('a search does not find banned and deleted users, nor users who are blocked by the viewer or have blocked the viewer', async ({
  world,
  word,
}) => {
  const [me, open, blocked, blocker, banned, gone] = [
    await world.member(),
    await world.user({ username: `${word}a` }),
    await world.member({ username: `${word}b` }),
    await world.member({ username: `${word}c` }),
    await world.user({ username: `${word}d`, status: 'banned' }),
    await world.user({ username: `${word}e` }),
  ]
  await world.db.batch([
    sql`UPDATE users SET status = 'deleted', email = NULL WHERE uid = ${gone.uid}`,
  ])
  await me.post(`/api/users/${blocked.user.uid}/block`)
  await blocker.post(`/api/users/${me.user.uid}/block`)
  const found = async (by: Client) =>
    (await search(by, word, { type: 'people' })).people.map(({ uid }) => uid)
  expect(await found(world.visitor())).toEqual([open.uid, blocked.user.uid, blocker.user.uid])
  expect(await found(me)).toEqual([open.uid])
  expect(await found(await world.member())).not.toContain(banned.uid)
})

/** Posts of one word: by two authors, of different ages, and in two languages or in none. */
async function assortedPosts(world: World, word: string) {
  const [one, other] = await world.users([{}, {}])
  const old = await written(world, one, 400, { title: `${word} long ago`, tags: ['alpha'] })
  const spring = await written(world, one, 20, { title: `${word} a while ago` })
  const chinese = await written(world, other, 0, {
    title: `${word} 这是一篇中文的文章，没有别的`,
    tags: ['alpha'],
  })
  const japanese = { title: `${word} これはにほんごのぶんしょうです`, tags: ['Alpha & more'] }
  const neither = await written(world, other, 0, japanese)
  const by = world.visitor()
  const found = async (choices: Record<string, string | number>) =>
    idsOf(await search(by, word, choices)).toSorted((a, b) => a - b)
  return { one, old, spring, chinese, neither, by, found }
}

test('a search filtered by language finds posts of this language and posts without a language', async ({
  world,
  word,
}) => {
  const { old, spring, chinese, neither, by, found } = await assortedPosts(world, word)
  expect(await found({})).toEqual([old, spring, chinese, neither])
  expect(await found({ language: 'en' })).toEqual([old, spring, neither])
  expect(await found({ language: 'zh' })).toEqual([chinese, neither])
  const { items } = (await by.get(`/api/posts?q=${word}&language=zh`)).json
  expect(items.map(({ id }: { id: number }) => id)).toEqual([neither, chinese])
})

test('a search filtered by time finds the posts of the last week, month or year', async ({
  world,
  word,
}) => {
  const { spring, chinese, neither, found } = await assortedPosts(world, word)
  expect(await found({ time: 'week' })).toEqual([chinese, neither])
  expect(await found({ time: 'month' })).toEqual([spring, chinese, neither])
  expect(await found({ time: 'year' })).toEqual([spring, chinese, neither])
})

test('a search can be filtered by an author, and by a tag in upper or lower case', async ({
  world,
  word,
}) => {
  const { one, old, spring, chinese, neither, found } = await assortedPosts(world, word)
  expect(await found({ tag: 'Alpha' })).toEqual([old, chinese])
  expect(await found({ tag: 'alpha & MORE' })).toEqual([neither])
  expect(await found({ author: one.uid })).toEqual([old, spring])
})

test('several filters of a search apply together, in every order of the results', async ({
  world,
  word,
}) => {
  const { spring, chinese, neither, found } = await assortedPosts(world, word)
  expect(await found({ tag: 'alpha', language: 'zh', time: 'day' })).toEqual([chinese])
  expect(await found({ tag: 'alpha', language: 'en', time: 'day' })).toEqual([])
  for (const sort of ['new', 'hot'])
    expect(await found({ sort, language: 'en', time: 'month' })).toEqual([spring, neither])
})

test('with every page size, search lists the same posts once, best rank first, and counts all matches', async ({
  world,
  writer,
}) => {
  const [one, two] = [freshWord(), freshWord()]
  const body = `<p>${one} ${two}</p>`
  const ranked = [
    { title: `${one} ${two}` },
    { title: one, tags: [two] },
    { title: one, body },
    { body },
    { title: `${one}s ${two}s` },
    { body: `<p>${one}s ${two}s</p>` },
  ]
  const ids: number[] = []
  for (const post of ranked) ids.push(await publish(writer, post))
  for (const limit of [1, 4, 5, 6, 20]) {
    const listed: number[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await search(world.visitor(), `${one} ${two}`, {
        limit,
        ...(cursor && { cursor }),
      })
      listed.push(...idsOf(page))
      expect(page.counts).toEqual(cursor === '' ? { posts: 6, people: 0, tags: 1 } : null)
      cursor = page.next_cursor
    }
    expect(listed).toEqual(ids)
  }
  const single = await search(world.visitor(), one, { limit: 2 })
  expect(single.counts?.posts).toBe(6)
})

test('search results can be sorted by newest and hottest, across pages', async ({
  world,
  user,
  word,
}) => {
  const [first, second, third] = [
    await written(world, user, 1, { title: word }),
    await written(world, user, 0, { title: word }),
    await written(world, user, 3, { title: word }),
  ]
  await world.db.batch([sql`UPDATE posts SET hot = hot + 1000000000 WHERE id = ${first}`])
  for (const [sort, order] of [
    ['new', [second, first, third]],
    ['hot', [first, second, third]],
  ] as const) {
    const page = await search(world.visitor(), word, { sort, limit: 2 })
    const rest = await search(world.visitor(), word, {
      sort,
      limit: 2,
      cursor: page.next_cursor ?? '',
    })
    expect([...idsOf(page), ...idsOf(rest)]).toEqual(order)
    expect([page.counts, rest.counts, rest.next_cursor]).toEqual([
      { posts: 3, people: 0, tags: 0 },
      null,
      null,
    ])
  }
})

test('a cursor of search results is refused with another language or time filter', async ({
  world,
  user,
  visitor,
  word,
}) => {
  for (let n = 0; n < 3; n++) await written(world, user, 0, { title: word })
  for (const sort of [{}, { sort: 'new' }] as const) {
    const lists = [{}, { language: 'en' }, { language: 'zh' }, { time: 'week' }].map((list) => ({
      ...list,
      ...sort,
    }))
    const { next_cursor } = await search(visitor, word, { ...lists[1], limit: 1 })
    const statuses = lists.map(async (list) => {
      const asked = new URLSearchParams({ q: word, ...list, limit: '1', cursor: next_cursor ?? '' })
      return (await visitor.get(`/api/search?${asked}`)).status
    })
    expect(await Promise.all(statuses)).toEqual([400, 200, 400, 400])
  }
})

test('a search finds and highlights other forms of a word', async ({ visitor, writer }) => {
  const tail =
    'qxzvk'
      .split('')
      .toSorted(() => Math.random() - 0.5)
      .join('') + String.fromCharCode(97 + Math.floor(Math.random() * 26))
  const [plural, verb, noun] = [
    await publish(writer, { title: `b${tail}s` }),
    await publish(writer, { title: `c${tail}an` }),
    await publish(writer, { title: `d${tail}ies` }),
  ]
  expect(idsOf(await search(visitor, `b${tail}`))).toEqual([plural])
  expect(idsOf(await search(visitor, `c${tail}anning`))).toEqual([verb])
  const forms = await search(visitor, `d${tail}y`)
  expect([idsOf(forms), forms.posts[0]?.title]).toEqual([
    [noun],
    [{ text: `d${tail}ies`, is_match: true }],
  ])
})

test('during a rebuild of the index, a search with a language or time filter warns that results may be missing', async ({
  world,
  writer,
  word,
}) => {
  await publish(writer, { title: word })
  const page = async (choices: string) =>
    (await world.visitor().get(`/search?q=${word}${choices}`)).text
  await beginReindex(world.search, 'posts')
  expect(await page('&language=zh')).toContain('is being rebuilt')
  expect(await page('&tag=x')).not.toContain('is being rebuilt')
  while (!(await repairNow(world)).isThrough);
  expect(await page('&language=zh&time=day')).not.toContain('is being rebuilt')
})

/** A post that was published `days` ago. */
async function written(
  world: World,
  by: { uid: number },
  days: number,
  facts: { title: string; tags?: string[] },
) {
  const { now } = world
  world.now = new Date(now.getTime() - days * DAY)
  const { id } = await world.post({ author: by, body: '', ...facts })
  world.now = now
  await indexNow(world, id)
  return id
}
