import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { User } from '#db/schema/people.ts'
import { rank } from '#features/publishing/lists/hot-rank.ts'
import { World } from '#test/world.ts'
import { spentOn } from '../../pages/space/page.ts'

const WORDS = { title: 'A title as long as most', summary: 'A summary of a typical length, in one or two lines.' }

/**
 * A site with every section of the home page: three pinned posts, three posts with energy, and twelve other posts by the same
 * author.
 */
async function site() {
  const world = new World()
  const author = await world.user({ username: `f${crypto.randomUUID().slice(0, 8)}` })
  const posts = []
  for (let n = 0; n < 18; n++) {
    world.wait(1_000)
    const cover = n === 4 ? { cover: '/images/c.webp' } : {}
    posts.push((await world.post({ author, ...WORDS, ...cover, tags: ['Baking', 'Bread'] })).id)
  }
  const [pinned, hot] = [posts.slice(0, 3), posts.slice(3, 6)]
  await world.db.batch([
    sql`DELETE FROM pinned_posts`,
    ...pinned.map((id) => sql`INSERT INTO pinned_posts (post_id, pinned_at) VALUES (${id}, ${String(id)})`),
    // Pinned posts are hot too, but the page shows each post once.
    sql`UPDATE posts SET energy = 900 WHERE id IN (SELECT value FROM json_each(${JSON.stringify([...pinned, ...hot])}))`,
    rank(sql`SELECT value FROM json_each(${JSON.stringify([...pinned, ...hot])})`),
  ])
  return { world, author, pinned, hot, rest: posts.slice(6) }
}

test('the home page shows pinned, hot and newest posts, each post once, and links to all posts', async () => {
  const { world, pinned, hot, rest } = await site()
  const { text } = await world.visitor().get('/')
  const parts = partsOf(text)
  expect(Object.keys(parts)).toEqual(['Pinned', 'Hot now', 'Newest posts'])
  expect(parts.Pinned).toEqual(pinned.toReversed())
  // The post with a cover image is first.
  expect(parts['Hot now']).toEqual([hot[1], hot[2], hot[0]])
  expect(parts['Newest posts']).toEqual(rest.toReversed().slice(0, 8))
  expect(text).not.toContain('rel="next" href')
  for (const path of ['/posts', '/posts?sort=hot']) expect(text).toContain(`<a href="${path}">`)
  expect(text).toContain('<a class="button" href="/posts">Browse all posts</a>')
  expect(text).toContain('<a href="/tags/Baking">')
  expect(text.match(/<h1/g)).toHaveLength(1)
})

test('the full home page is no larger than a list of 20 posts and stays within the row budget of a list', async () => {
  const { world } = await site()
  const bytes = (text: string) => new TextEncoder().encode(text).length
  // test/features/publishing/lists/paging.test.ts has the same limit for a list.
  expect(bytes((await world.visitor().get('/')).text)).toBeLessThan(29_000)
  const me = await world.member({ level: 2 })
  await followed(world, me.user, 60)
  const answer = await me.get('/')
  expect(Object.values(partsOf(answer.text)).map(({ length }) => length)).toEqual([3, 3, 3, 8])
  expect(bytes(answer.text)).toBeLessThan(bytes((await me.get('/posts')).text))
  expect(spentOn(answer).roundTrips).toBe(2)
  expect(spentOn(answer).rowsRead).toBeLessThanOrEqual(100)
})

test('a post without reactions is not hot, and the home page hides posts by blocked authors', async () => {
  const { world, author, hot } = await site()
  await world.db.batch([sql`UPDATE posts SET energy = 0 WHERE id = ${hot[2]}`])
  expect(partsOf((await world.visitor().get('/')).text)['Hot now']).not.toContain(hot[2])
  const me = await world.member()
  await me.post(`/api/users/${author.uid}/block`)
  expect((await me.get('/')).text).not.toContain(`href="/space/${author.uid}"`)
})

test('old list URLs of the home page redirect to /posts', async () => {
  const { world } = await site()
  const { text } = await world.visitor().get('/posts')
  const cursor = /cursor=([^"]+)"/.exec(text)?.[1]
  for (const query of ['sort=hot', 'sort=new', `cursor=${cursor}`, `cursor=${cursor}&sort=hot`]) {
    const { status, headers } = await world.visitor().get(`/?${query}`)
    expect([status, headers.get('location')]).toEqual([301, `/posts?${query}`])
  }
  expect(partsOf((await world.visitor().get('/?sort=whatever')).text)).toHaveProperty('Newest posts')
})

test('the Following tab and its next pages stay on the home page', async () => {
  const { world } = await site()
  const me = await world.member()
  await followed(world, me.user, 25)
  const { text } = await me.get('/?feed=following')
  const tabs = [...text.matchAll(/<a class="tab" href="([^"]+)"( aria-current)?/g)].map(([, href, now]) => [
    href,
    !!now,
  ])
  expect(tabs).toEqual([
    ['/', false],
    ['/?feed=following', true],
  ])
  expect(text).toContain('rel="next" href="/?feed=following&amp;cursor=')
  expect(tabs.map(([href]) => href)).toEqual(
    [...(await me.get('/')).text.matchAll(/<a class="tab" href="([^"]+)"/g)].map(([, href]) => href),
  )
})

/** Makes `people` users, each with one post, and lets the member follow them. */
async function followed(world: World, { uid }: User, people: number) {
  const prefix = crypto.randomUUID().slice(0, 8)
  const numbers = JSON.stringify(Array.from({ length: people }, (_, n) => n))
  await world.db.batch([
    sql`INSERT INTO users (email, username, username_key, created_at)
        SELECT ${prefix} || value, ${prefix} || value, ${prefix} || value, '' FROM json_each(${numbers})`,
    sql`INSERT INTO user_follows (follower_id, followed_id, created_at)
        SELECT ${uid}, uid, printf('%04d', uid) FROM users WHERE username GLOB ${`${prefix}*`}`,
    sql`INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at, published_at)
        SELECT uid, 'approved', ${WORDS.title}, ${WORDS.summary}, '', '', '', '2026-01-01T00:00:00.000Z'
        FROM users WHERE username GLOB ${`${prefix}*`}`,
  ])
}

/** The post ids under each heading. */
function partsOf(html: string): Record<string, number[]> {
  const sections = html.split('<section class="front">').slice(1)
  return Object.fromEntries(
    sections.map((section) => {
      const [, title = ''] = /<h2[^>]*>(?:<a[^>]*>)?([^<]+)/.exec(section) ?? []
      const content = section.split('</section>')[0] ?? ''
      const ids = [...content.matchAll(/<h3[^>]*><a href="\/posts\/(\d+)"/g)]
      return [title, ids.map(([, id]) => Number(id))]
    }),
  )
}

/** Title, tags and body as long as in `npm run bench`. */
const TITLE = 'Jena pefo xocece kiha haguce badijedi'
const BODY = `<p>${'Zaveloce tafogu hawidi dixoha to muje jejemu energy quigu sucece xoki. '.repeat(2)}</p>`

test('a list of twenty posts is at most 25 KB of HTML', async () => {
  const world = new World()
  const author = await world.user()
  for (let n = 0; n < 20; n++) await world.post({ author, title: TITLE, body: BODY, tags: [`Tag ${n}`, 'SQLite'] })
  const { text } = await world.visitor().get('/posts')
  expect(text.match(/<li><header>/g)).toHaveLength(20)
  expect(new Blob([text]).size).toBeLessThan(25_000)
})
