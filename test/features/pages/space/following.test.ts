import { sql } from 'drizzle-orm'
import type { User } from '#db/schema/core.ts'
import { FOLLOWED_IN_FEED } from '#features/community/follows/following-feed.ts'
import { rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import { crowd, nextIn, titlesIn, wordsOf } from './page.ts'

const FEED = '/posts?feed=following'

async function follow(world: World, follower: User, ...followed: { uid: number }[]) {
  const uids = JSON.stringify(followed.map(({ uid }) => uid))
  await world.db.batch([
    sql`INSERT INTO user_follows (follower_id, followed_id, created_at)
        SELECT ${follower.uid}, value, ${world.now.toISOString()} FROM json_each(${uids})`,
  ])
}

test('the following feed redirects anonymous readers to the login and back', async ({ world }) => {
  const { status, headers } = await world.visitor().get(FEED)
  expect([status, headers.get('location')]).toEqual([
    302,
    '/login?next=%2Fposts%3Ffeed%3Dfollowing',
  ])
  // The edge cache must not confuse the feed with the list of all posts, in either direction.
  expect((await world.visitor().get('/posts')).status).toBe(200)
  expect((await world.visitor().get(FEED)).status).toBe(302)
})

test('only signed-in readers see the following tab beside new and hot', async ({
  world,
  member: me,
}) => {
  // An empty site has no tabs.
  await world.post({ author: await world.user() })
  for (const path of ['/', '/posts', '/posts?sort=hot']) {
    const feed = path === '/' ? '/?feed=following' : FEED
    expect((await me.get(path)).text, path).toContain(`href="${feed}"`)
    expect((await world.visitor().get(path)).text, path).not.toContain(feed)
  }
  expect((await me.get(`/posts?author=${me.user.uid}`)).text).not.toContain(FEED)
  expect(wordsOf(await me.get(FEED))).toContain('Follow people, tags or series')
})

test('pages of the following feed neither repeat nor skip posts while authors publish', async ({
  world,
  member,
}) => {
  await crowd(world, member.user, 30, 3)
  const [known] =
    await world.db.all(sql<User>`SELECT u.* FROM users u JOIN user_follows f ON f.followed_id = u.uid
    WHERE f.follower_id = ${member.user.uid} LIMIT 1`)
  const wanted = await world.db.all(sql<{ title: string }>`SELECT p.title FROM posts p
    JOIN user_follows f ON f.followed_id = p.author_id AND f.follower_id = ${member.user.uid}
    ORDER BY p.published_at DESC, p.id DESC`)
  const seen: string[] = []
  for (let path: string | null = FEED; path !== null; ) {
    const response = await member.get(path)
    seen.push(...titlesIn(response))
    if (known) await world.post({ author: known, title: 'Meanwhile' })
    path = nextIn(response)
  }
  expect(seen).toEqual(wanted.map(({ title }) => title))
})

test('an author of very many posts neither hides the others in the following feed nor raises its cost', async ({
  world,
  member: me,
}) => {
  await crowd(world, me.user, 3, 60)
  const [busy, quiet] = await world.users([{}, {}])
  await follow(world, me.user, busy, quiet)
  const writings = Array.from({ length: 50 }, (_, n) => ({ author: busy, title: `Busy ${n}` }))
  await world.posts(writings.slice(0, 41))
  world.wait(1000)
  await world.post({ author: quiet, title: 'Quiet' })
  world.wait(1000)
  await world.posts(writings.slice(41))
  const response = await me.get(FEED)
  expect(titlesIn(response)).toContain('Quiet')
  expect(titlesIn(response)[0]).toBe('Busy 49')
})

test('the feed shows a note to a viewer who follows more authors than the feed includes', async ({
  world,
  member,
}) => {
  await crowd(world, member.user, FOLLOWED_IN_FEED + 5, 1)
  const response = await member.get(FEED)
  expect(wordsOf(response)).toContain(`the last ${FOLLOWED_IN_FEED} people you followed`)
  expect(rowsRead(response)).toBeLessThan(FOLLOWED_IN_FEED * 3 + 400)
})
