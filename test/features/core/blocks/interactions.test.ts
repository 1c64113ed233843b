import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Between, INTERACTION_NAMES, type Interaction, mayInteract } from '#features/core/blocks/block.ts'
import { freshName } from '#test/profiles.ts'
import { type Client, type TestResponse, World } from '#test/world.ts'

type Member = Client & { user: { uid: number; username: string | null } }

interface Scene {
  world: World
  /** `actor` acts on `other`. */
  actor: Member
  other: Member
  /** A post of `other`, and a comment by `other` on the post `elsewhere` of a third user. */
  post: number
  comment: number
  elsewhere: number
}

/** The request of each interaction. A refusal is a response too. */
const ACTS: Record<Exclude<Interaction, 'notify' | 'moderate'>, (scene: Scene) => Promise<TestResponse>> = {
  follow: ({ actor, other }) => actor.post(`/api/users/${other.user.uid}/follow`),
  comment: ({ actor, post }) => actor.post(`/api/posts/${post}/comments`, { body: 'Hello.' }),
  reply: ({ actor, comment }) => actor.post(`/api/comments/${comment}/reply`, { body: 'Hello.' }),
  mention: ({ actor, other, elsewhere }) =>
    actor.post(`/api/posts/${elsewhere}/comments`, { body: `Hello @${other.user.username}.` }),
  energize: ({ actor, post }) => actor.post('/api/energy/energize', { post_id: post, form: 'light' }),
  like: ({ actor, post }) => actor.post(`/api/posts/${post}/like`),
  report: ({ actor, post }) => actor.post('/api/reports', { post_id: post, reason: 'spam' }),
}

const SITUATIONS: [string, Between][] = [
  ['there is no block', { iBlock: false, blocksMe: false }],
  ['the actor blocks the other', { iBlock: true, blocksMe: false }],
  ['the other blocks the actor', { iBlock: false, blocksMe: true }],
  ['both block each other', { iBlock: true, blocksMe: true }],
]

test.each(SITUATIONS)('interactions and their notifications follow the table of rules if %s', async (_, between) => {
  const scene = await setUp(between)
  for (const interaction of INTERACTION_NAMES.filter((name) => name in ACTS) as (keyof typeof ACTS)[]) {
    const before = await traces(scene)
    const { status, json } = await ACTS[interaction](scene)
    const isDone = status < 300
    expect([interaction, isDone], json?.error?.code).toEqual([interaction, mayInteract(interaction, between)])
    if (!isDone) expect([status, json.error.code]).toEqual([403, 'forbidden'])
    if (!isDone) expect(await traces(scene), `a refused ${interaction} leaves nothing`).toEqual(before)
  }
  const { actor, other } = scene
  const { items } = (await other.get('/api/messages')).json
  const heard = items.filter((item: { actor: { uid: number } | null }) => item.actor?.uid === actor.user.uid)
  expect(heard.length > 0).toBe(mayInteract('notify', between))
})

test.each(SITUATIONS)('an admin can moderate and the user is notified if %s', async (_, between) => {
  const scene = await setUp(between, 'admin')
  const { world, actor, other, post, comment } = scene
  expect((await actor.post(`/api/admin/posts/${post}/lock`, { reason: 'No' })).status).toBe(200)
  expect((await actor.send('DELETE', `/api/admin/comments/${comment}`, { json: {} })).status).toBe(204)
  const { items } = (await other.get('/api/messages?category=system')).json
  expect(items.map(({ data }: { data: { event?: string } }) => data.event)).toContain('post_locked')
  const ban = { status: 'banned', reason: 'No' }
  expect((await actor.put(`/api/admin/users/${other.user.uid}/status`, ban)).status).toBe(200)
  expect((await world.reload(other.user)).status).toBe('banned')
  expect(mayInteract('moderate', between)).toBe(true)
})

test('the tests cover every interaction', () => {
  expect([...Object.keys(ACTS), 'moderate', 'notify'].sort()).toEqual([...INTERACTION_NAMES].sort())
})

async function setUp({ iBlock, blocksMe }: Between, role: 'user' | 'admin' = 'user'): Promise<Scene> {
  const world = new World()
  const [actor, other, third] = await world.members([
    { username: freshName(), level: 2, role },
    { username: freshName(), level: 2 },
    {},
  ])
  if (!(actor && other && third)) throw new Error('a user was not created')
  // The first request of the day pays one energy.
  await actor.get('/api/level/info')
  const [post = 0, elsewhere = 0] = (await world.posts([{ author: other.user }, { author: third.user }])).map(
    ({ id }) => id,
  )
  const comment = (await other.post(`/api/posts/${elsewhere}/comments`, { body: 'First.' })).json.id
  if (iBlock) await actor.post(`/api/users/${other.user.uid}/block`)
  if (blocksMe) await other.post(`/api/users/${actor.user.uid}/block`)
  return { world, actor, other, post, comment, elsewhere }
}

async function traces({ world, actor }: Scene) {
  const { uid } = actor.user
  return world.db.first(sql`
    SELECT (SELECT COUNT(*) FROM comments WHERE author_id = ${uid}) AS comments,
      (SELECT COUNT(*) FROM user_follows WHERE follower_id = ${uid}) AS follows,
      (SELECT energy FROM users WHERE uid = ${uid}) AS energy,
      (SELECT COUNT(*) FROM post_energize_log WHERE user_id = ${uid}) AS energizes`)
}
