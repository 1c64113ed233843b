import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { roundTrips } from '#test/cost.ts'
import { Client, type UserFacts, World } from '#test/world.ts'
import { freshWord } from '../publishing/search/posts.ts'

const LANGUAGES = ['en', 'zh-CN']

/** A post with a comment, in lists with other posts. */
export async function community() {
  const world = new World()
  const [author, writer] = await world.members([
    { level: 3, username: `Ada ${freshWord()}` },
    { level: 2, username: `Carl ${freshWord()}` },
  ])
  if (!(author && writer)) throw new Error('a user was not created')
  const [post] = await world.posts([
    { author: author.user, tags: ['shared'], title: 'The shared post' },
    { author: writer.user, tags: ['shared'], title: 'Another shared post' },
    { author: author.user, tags: ['shared'], title: '一篇分享的文章' },
  ])
  if (!post) throw new Error('the post was not created')
  const comment: number = (await writer.post(`/api/posts/${post.id}/comments`, { body: 'First' }))
    .json.id
  const pages = [
    '/',
    `/posts/${post.id}`,
    '/posts',
    '/posts?sort=hot',
    '/tags/shared',
    `/posts?author=${author.user.uid}`,
    `/posts/${post.id}?comments=hot`,
    `/posts/${post.id}?comment=${comment}`,
  ]
  return { world, author, writer, pages, post, comment }
}

/** Members who are created for the comparison. */
const MEMBERS = {
  member: { level: 1 },
  liker: { level: 1 },
  disliker: { level: 1 },
  saver: { level: 1 },
  'negative energy': { level: 2 },
  'giver at the cap': { level: 2 },
  'own time zone': { level: 2 },
  follower: { level: 1 },
  mutual: { level: 1 },
  'liker of a comment': { level: 1 },
  newcomer: {},
  Lv5: { level: 5 },
  blocker: { level: 1 },
  blocked: { level: 1 },
  admin: { level: 2, role: 'admin' },
  owner: { level: 2, role: 'owner' },
  banned: { level: 2 },
} as const satisfies Record<string, UserFacts>

/** The community with more comments, and one viewer of each kind. */
async function allViewers() {
  const { world, author, writer, pages, post, comment } = await community()
  const created = await world.members(Object.values(MEMBERS))
  const members = Object.fromEntries(
    Object.keys(MEMBERS).map((name, n) => [name, created[n]]),
  ) as Record<keyof typeof MEMBERS, (typeof created)[number]>
  const { mutual, blocked, banned } = members
  const rich = members['giver at the cap']
  await world.db.batch([
    ledgerEntry({ uid: rich.user.uid, amount: 50, reason: 'admin_adjust' }, world.now),
    sql`UPDATE users SET time_zone = 'Asia/Tokyo' WHERE uid = ${members['own time zone'].user.uid}`,
    sql`UPDATE users SET status = 'banned', ban_reason = 'spam' WHERE uid = ${banned.user.uid}`,
  ])
  const heavy = ['/api/energize', { post_id: post.id, form: 'heavy' }] as const
  const cap = Array.from({ length: ENERGIZE_CAP / ENERGIZE_COST.heavy }, () => heavy)
  const done: [by: Client, ...calls: (readonly [path: string, json?: unknown])[]][] = [
    [
      writer,
      ...['Second', 'Third'].map((body) => [`/api/posts/${post.id}/comments`, { body }] as const),
    ],
    [author, [`/api/comments/${comment}/reply`, { body: 'A reply' }]],
    [mutual, [`/api/users/${author.user.uid}/follow`]],
    [author, [`/api/users/${mutual.user.uid}/follow`], [`/api/users/${blocked.user.uid}/block`]],
    [members.liker, [`/api/posts/${post.id}/like`]],
    [members.disliker, [`/api/posts/${post.id}/dislike`]],
    [members.saver, [`/api/posts/${post.id}/favorite`]],
    [members['negative energy'], heavy],
    [rich, ...cap],
    [members.follower, [`/api/users/${author.user.uid}/follow`]],
    [members['liker of a comment'], [`/api/comments/${comment}/like`]],
    [members.blocker, [`/api/users/${writer.user.uid}/block`]],
  ]
  for (const [by, ...calls] of done) {
    for (const [path, json] of calls)
      expect((await by.post(path, json)).status, path).toBeLessThan(300)
  }
  const viewers: Record<string, Client> = {
    visitor: world.visitor(),
    author,
    commenter: writer,
    ...members,
  }
  return { world, viewers, pages }
}

/** The same browser on another isolate. A new isolate has no copies. */
export function onIsolate(world: World, client: Client): Client {
  world.now = client.world.now
  const twin = new Client(world, client.ip)
  for (const [name, value] of client.cookies) twin.cookies.set(name, value)
  twin.language = client.language
  return twin
}

/**
 * Expects the same page with and without copies. `count` is the number of pages that a viewer
 * reads.
 */
export async function expectSamePages(count: (viewer: string) => number): Promise<void> {
  const { world, viewers, pages } = await allViewers()
  expect(Object.keys(viewers)).toHaveLength(20)
  // A copy that is almost as old as a post of the viewer is not used.
  world.wait(8_000)
  const other = await world.member({ level: 1 })
  const direct: string[] = []
  for (const language of LANGUAGES) {
    other.language = language
    for (const path of pages) await other.get(path)
    // Each viewer in one language: a copy has the language in its key, and everything else in
    // common.
    for (const [name, viewer] of Object.entries(viewers).filter(
      (_, n) => LANGUAGES[n % 2] === language,
    )) {
      viewer.language = language
      // The first request of a day that needs a login checks the viewer in.
      await viewer.get('/api/settings/notify-prefs')
      const trip: number[] = []
      for (const path of pages.slice(0, count(name))) {
        const response = await viewer.get(path)
        expect(response.status, `${name} ${path}`).toBe(200)
        expect(response.text, `${name} ${path} ${language}`).toBe(
          (await onIsolate(new World(), viewer).get(path)).text,
        )
        trip.push(roundTrips(response))
      }
      if (name !== 'visitor' && trip.some((each) => each !== 1)) direct.push(name)
    }
  }
  expect(direct.sort()).toEqual(['admin', 'author', 'blocker', 'owner'])
}
