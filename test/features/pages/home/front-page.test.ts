import { sql } from 'drizzle-orm'
import { rank } from '#features/publishing/lists/hot-rank.ts'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { crowd } from '../space/page.ts'

/**
 * A site with every part of the home page: three pinned posts, three posts with energy, and twelve
 * other posts by the same author.
 */
async function site() {
  const world = new World()
  const author = await world.user({ username: `f${crypto.randomUUID().slice(0, 8)}` })
  const facts = Array.from({ length: 18 }, (_, n) => ({
    author,
    title: 'A title as long as most',
    summary: 'A summary of a typical length, in one or two lines.',
    ...(n === 4 && { cover: '/images/c.webp' }),
    tags: ['Baking', 'Bread'],
  }))
  world.wait(1_000)
  const posts = (await world.posts(facts)).map(({ id }) => id)
  const [pinned, hot] = [posts.slice(0, 3), posts.slice(3, 6)]
  await world.db.batch([
    sql`DELETE FROM pinned_posts`,
    ...pinned.map(
      (id) => sql`INSERT INTO pinned_posts (post_id, pinned_at) VALUES (${id}, ${String(id)})`,
    ),
    // Pinned posts are hot too, but the page shows each post once.
    sql`UPDATE posts SET energy = 900 WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...pinned, ...hot])}))`,
    rank(sql`SELECT value FROM json_each(${JSON.stringify([...pinned, ...hot])})`),
  ])
  return { world, author, pinned, hot, rest: posts.slice(6) }
}

test('the home page shows pinned posts, a hot post with an image and the newest posts, each post once', async () => {
  const { world, pinned, hot, rest } = await site()
  const { text } = await world.visitor().get('/')
  expect(rowsOf(text)).toEqual({
    pinned: pinned.toReversed(),
    large: [hot[1]],
    row: rest.toReversed(),
  })
  expect(text).not.toContain('rel="next" href')
  expect(text).toContain('<a class="tab" href="/posts?sort=hot"')
  expect(text).toContain('<a class="button" href="/posts">Browse all posts</a>')
  expect(text).toContain('<a href="/tags/Baking">')
  expect(text).toContain('"@type":"WebSite"')
  expect(text.match(/<h1/g)).toHaveLength(1)
  const [image] = text.match(/<img src="\/images\/c\.webp\?w=960"[^>]*>/) ?? []
  expect(image).toContain('height="128" fetchpriority="high"')
})

test('the full home page is no larger than a list of 20 posts and stays within the row budget of a list', async () => {
  const { world } = await site()
  const bytes = (text: string) => new TextEncoder().encode(text).length
  expect(bytes((await world.visitor().get('/')).text)).toBeLessThan(29_000)
  const me = await world.member({ level: 2 })
  await crowd(world, me.user, 60, 1)
  const response = await me.get('/')
  expect(Object.values(rowsOf(response.text)).map(({ length }) => length)).toEqual([3, 1, 12])
  expect(roundTrips(response)).toBe(1)
  expect(rowsRead(response)).toBeLessThanOrEqual(100)
})

test('the large post of the home page has reactions', async () => {
  const { world, hot } = await site()
  await world.db.batch([sql`UPDATE posts SET energy = 0 WHERE id = ${hot[1]}`])
  expect(rowsOf((await world.visitor().get('/')).text).large).toEqual([hot[2]])
  await world.db.batch([
    sql`UPDATE posts SET energy = 0, likes_count = 0, comments_count = 0, favorites_count = 0`,
  ])
  world.wait(MINUTE)
  const quiet = (await world.visitor().get('/')).text
  expect(rowsOf(quiet)).not.toHaveProperty('large')
  expect(quiet).not.toContain('Hot this week')
})

test("posts in the reader's language come first on the home page, then posts in the other language", async () => {
  const world = new World()
  world.wait(DAY)
  const author = await world.user()
  const english = await world.post({ author, title: 'Written in English', summary: 'In English.' })
  world.wait(1_000)
  const chinese = await world.post({ author, title: '用中文写的文章', summary: '中文摘要。' })
  const places = async (language: string) => {
    const reader = world.visitor()
    reader.language = language
    const { text } = await reader.get('/')
    return [english, chinese].map(({ id }) => text.indexOf(`<a href="/posts/${id}">`))
  }
  const [firstInEnglish = 0, secondInEnglish = 0] = await places('en')
  expect(firstInEnglish).toBeGreaterThan(0)
  expect(secondInEnglish).toBeGreaterThan(firstInEnglish)
  const [secondInChinese = 0, firstInChinese = 0] = await places('zh-CN')
  expect(firstInChinese).toBeGreaterThan(0)
  expect(secondInChinese).toBeGreaterThan(firstInChinese)
})

test('the sidebar ranks posts of the last seven days, and suggests authors that the member does not follow', async () => {
  const { world, author, hot } = await site()
  const me = await world.member({ level: 2 })
  const side = async () => sideOf((await me.get('/posts')).text)
  expect((await side())['Hot this week']).toContain(`href="/posts/${hot[0]}"`)
  expect((await side())['Active authors']).toContain(`href="/space/${author.uid}"`)
  await me.post(`/api/users/${author.uid}/follow`)
  expect((await side())['Active authors'] ?? '').not.toContain(`href="/space/${author.uid}"`)
  world.wait(7 * DAY)
  expect((await side())['Hot this week'] ?? '').not.toContain(`href="/posts/${hot[0]}"`)
})

test('the sidebar shows the newest comments, without deleted ones and blocked authors', async ({
  world,
}) => {
  const me = await world.member({ level: 2 })
  const [writer, other] = await world.members([{ level: 2 }, { level: 2 }])
  const { id } = await world.post({ author: await world.user() })
  const words = ['A first remark', 'A second remark', 'A third remark'].map(
    (text) => `${text} ${crypto.randomUUID()}`,
  )
  const ids = []
  for (const [n, body] of words.entries())
    ids.push((await (n === 1 ? other : writer).post(`/api/posts/${id}/comments`, { body })).json.id)
  const shown = async () => {
    const list = sideOf((await me.get('/posts')).text)['Recent comments'] ?? ''
    return words.filter((word) => list.includes(word))
  }
  expect(await shown()).toEqual(words)
  await me.post(`/api/users/${other.user.uid}/block`)
  expect(await shown()).toEqual([words[0], words[2]])
  await writer.delete(`/api/comments/${ids[2]}`)
  world.wait(MINUTE)
  expect(await shown()).toEqual([words[0]])
})

test('old list URLs of the home page redirect to /posts', async () => {
  const { world } = await site()
  const { text } = await world.visitor().get('/posts')
  const cursor = /cursor=([^"]+)"/.exec(text)?.[1]
  for (const query of ['sort=hot', 'sort=new', `cursor=${cursor}`, `cursor=${cursor}&sort=hot`]) {
    const { status, headers } = await world.visitor().get(`/?${query}`)
    expect([status, headers.get('location')]).toEqual([301, `/posts?${query}`])
  }
  expect(rowsOf((await world.visitor().get('/?sort=whatever')).text)).toHaveProperty('row')
})

test('the Following tab and its next pages stay on the home page', async () => {
  const { world } = await site()
  const me = await world.member()
  await crowd(world, me.user, 25, 1)
  const { text } = await me.get('/?feed=following')
  const tabs = [...text.matchAll(/<a class="tab" href="([^"]+)"( aria-current)?/g)].map(
    ([, href, now]) => [href, !!now],
  )
  expect(tabs).toEqual([
    ['/', false],
    ['/posts?sort=hot', false],
    ['/?feed=following', true],
  ])
  expect(text).toContain('rel="next" href="/?feed=following&amp;cursor=')
  expect(tabs.map(([href]) => href)).toEqual(
    [...(await me.get('/')).text.matchAll(/<a class="tab" href="([^"]+)"/g)].map(
      ([, href]) => href,
    ),
  )
})

/** The post ids of the rows, by their look. */
function rowsOf(html: string): Record<string, number[]> {
  const rows = html.matchAll(
    /<li(?: class="(large|pinned)")?><h[23][^>]*><a href="\/posts\/(\d+)"/g,
  )
  const byLook = Object.groupBy(rows, ([, look]) => look ?? 'row')
  return Object.fromEntries(
    Object.entries(byLook).map(([look, found = []]) => [look, found.map(([, , id]) => Number(id))]),
  )
}

/** The parts of the sidebar by their headings. */
function sideOf(html: string): Record<string, string> {
  const parts = html.split('<section class="side-list stack loose"').slice(1)
  return Object.fromEntries(
    parts.map((part) => [/<h2[^>]*>(?:<a[^>]*>)?([^<]+)/.exec(part)?.[1], part]),
  )
}

/** Title, tags and body as long as in `npm run bench`. */
const TITLE = 'Jena pefo xocece kiha haguce badijedi'
const BODY = `<p>${'Zaveloce tafogu hawidi dixoha to muje jejemu energy quigu sucece xoki. '.repeat(2)}</p>`

test('a list of twenty posts is at most 25 KB of HTML', async ({ world }) => {
  world.wait(2 * DAY)
  const author = await world.user()
  const facts = { author, title: TITLE, body: BODY }
  await world.posts(
    Array.from({ length: 20 }, (_, n) => ({ ...facts, tags: [`Tag ${n}`, 'SQLite'] })),
  )
  const { text } = await world.visitor().get('/posts')
  expect(text.match(/<li><h2>/g)).toHaveLength(20)
  expect(new Blob([text]).size).toBeLessThan(25_000)
})
