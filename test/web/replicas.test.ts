import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { seal } from '#kernel/crypto/signatures.ts'
import { LaggingReplica } from '#test/lagging-replica.ts'
import { type Client, type Member, World } from '#test/world.ts'
import { secretsOf } from '#web/secrets.ts'
import { onIsolate } from '../features/pages/shared-copies.ts'

const { DB, REPLICA } = env as unknown as Record<'DB' | 'REPLICA', D1Database>
const replica = new LaggingReplica(DB, REPLICA)

/** An isolate on the databases with the replica. */
function isolate(): World {
  const world = new World()
  Object.assign(world, { env: { ...world.env, DB: replica.database } })
  return world
}

/** Two isolates that have just seen the primary, and members on the first one. */
async function site() {
  const [world, elsewhere] = [isolate(), isolate()]
  elsewhere.now = world.now
  const [author, member, other] = await world.members([
    { level: 3 },
    { level: 3, username: name() },
    { level: 3 },
  ])
  const post = await world.post({ author: author.user, tags: ['near'], title: 'A post to read' })
  const pages = [
    '/',
    '/posts',
    '/posts?sort=hot',
    '/tags/near',
    '/tags',
    `/posts/${post.id}`,
    `/space/${author.user.uid}`,
  ]
  const seePrimary = async () => {
    for (const each of [world, elsewhere]) await onIsolate(each, other).get('/settings')
  }
  await replica.catchUp()
  await seePrimary()
  return { world, elsewhere, author, member, other, post, pages, seePrimary }
}

const name = () => `Near ${crypto.randomUUID().slice(0, 8)}`

/** The number of round trips to each database. */
async function trips(send: () => Promise<unknown>) {
  const [before, served] = [replica.time, replica.served]
  await send()
  return { primary: replica.time - before, replica: replica.served - served }
}

beforeEach(() => {
  replica.fails = false
})

test('public pages of a member come from the replica, other requests from the primary', async () => {
  const { member, post, pages, seePrimary } = await site()
  for (const path of pages) {
    expect((await trips(() => member.get(path))).primary, path).toBe(0)
    expect((await member.get(path)).text, path).toContain(`data-viewer="${member.user.uid}"`)
  }
  for (const path of [
    '/messages',
    '/settings',
    '/studio',
    '/posts?feed=following',
    `/space/${member.user.uid}`,
  ]) {
    expect((await trips(() => member.get(path))).primary, path).toBeGreaterThan(0)
  }
  expect((await trips(() => member.post(`/api/posts/${post.id}/like`))).primary).toBeGreaterThan(0)
  await seePrimary()
})

test('the page of a post is read from the primary if the viewer may moderate it or has reacted to it', async () => {
  const { world, author, member, post, seePrimary } = await site()
  const admin = await world.member({ role: 'admin' })
  const draft = await world.post({ author: member.user, status: 'draft', title: 'A hidden draft' })
  await replica.catchUp()
  await seePrimary()
  const path = `/posts/${post.id}`
  const primaryReads = async (by: Client, each = path) => (await trips(() => by.get(each))).primary
  expect(await primaryReads(author)).toBe(1)
  expect(await primaryReads(admin)).toBe(1)
  expect(await primaryReads(member, `/posts/${draft.id}`)).toBe(1)
  expect(await primaryReads(member)).toBe(0)
  const changes = [
    `/api/posts/${post.id}/like`,
    `/api/posts/${post.id}/favorite`,
    `/api/users/${author.user.uid}/follow`,
  ]
  for (const change of changes) {
    await member.post(change)
    await replica.catchUp()
    expect(await primaryReads(member), change).toBe(1)
    await member.post(change)
    await replica.catchUp()
    expect(await primaryReads(member), change).toBe(0)
  }
})

test('the page of a followed tag is read from the primary, and each public page while there are unread notices', async () => {
  const { world, member, other, post, seePrimary } = await site()
  await seePrimary()
  const primaryReads = async (by: Client, each: string) => (await trips(() => by.get(each))).primary
  expect((await member.post('/api/tags/near/follow')).status).toBe(200)
  await replica.catchUp()
  expect(await primaryReads(member, '/tags/near'), 'a followed tag').toBe(1)
  await world.db.batch([sql`UPDATE posts SET author_id = ${member.user.uid} WHERE id = ${post.id}`])
  await other.post(`/api/posts/${post.id}/comments`, { body: 'Causes a notice' })
  await replica.catchUp()
  expect(await primaryReads(member, '/tags'), 'unread notices').toBe(1)
})

describe('a member sees their own writes on an isolate whose replica lags', () => {
  const writes: Record<
    string,
    (
      by: Member,
      post: number,
    ) => [command: [path: string, json?: unknown], page: string, shown: RegExp]
  > = {
    comment: (_, post) => [
      [`/api/posts/${post}/comments`, { body: 'My own words' }],
      `/posts/${post}`,
      /My own words/,
    ],
    post: () => [
      ['/api/studio/posts', { title: 'My own post', body: '<p>Text.</p>' }],
      '/posts',
      /My own post/,
    ],
    like: (_, post) => [[`/api/posts/${post}/like`], `/posts/${post}`, /data-count="1"/],
    energy: (_, post) => [
      ['/api/energize', { post_id: post, form: 'heavy' }],
      `/posts/${post}`,
      /data-count="2"/,
    ],
  }
  test.each(Object.entries(writes))('%s', async (kind, write) => {
    const { elsewhere, member, post } = await site()
    const [command, page, shown] = write(member, post.id)
    const before = onIsolate(elsewhere, member)
    expect((await member.post(...command)).status).toBeLessThan(300)
    // The cookie of the write is missing: the replica does not have the write yet.
    expect((await before.get(page)).text).not.toMatch(shown)
    let text = ''
    const { replica: tried } = await trips(async () => {
      text = (await onIsolate(elsewhere, member).get(page)).text
    })
    expect(text).toMatch(shown)
    // The Durable Object wrote, so no bookmark includes the write.
    expect(tried === 0).toBe(kind === 'energy')
  })
})

test('the newest bookmark is used, whether from the browser or from the isolate, and written to the cookie', async () => {
  const { world, elsewhere, member, post, seePrimary } = await site()
  const read = async (by: Client) => {
    await by.get('/tags')
    return replica.required
  }
  const bookmarkOf = (by: Client) => by.cookies.get('joule_bookmark')?.split('.')[0] ?? ''
  await member.post(`/api/posts/${post.id}/like`)
  const [first, old] = [bookmarkOf(member), onIsolate(elsewhere, member)]
  await member.post(`/api/posts/${post.id}/like`)
  const second = bookmarkOf(member)
  expect(second > first).toBe(true)
  expect(await read(onIsolate(elsewhere, member))).toBe(second)
  // The older cookie on the isolate that has seen more.
  expect((await read(onIsolate(world, old))) >= second).toBe(true)
  await seePrimary()
  expect((await read(old)) > second).toBe(true)
  // An answer never takes the cookie back.
  await old.post(`/api/posts/${post.id}/like`)
  expect(bookmarkOf(old) > second).toBe(true)
  // A bookmark that this site did not sign is ignored.
  for (const forged of [
    '99999999.forged',
    await seal(secretsOf(world.env), 'device', '99999999'),
  ]) {
    member.cookies.set('joule_bookmark', forged)
    expect((await read(member)) < '99999999').toBe(true)
  }
})

describe('a session that ended or was banned, while the replica still has it', () => {
  const ends: Record<string, (member: Member) => Promise<unknown>> = {
    ended: ({ sid, world }) => world.db.batch([sql`DELETE FROM sessions WHERE sid = ${sid}`]),
    banned: async ({ user: { uid } }) => {
      const admin = await new World().member({ role: 'admin' })
      expect(
        (await admin.put(`/api/admin/users/${uid}/status`, { status: 'banned', reason: 'spam' }))
          .status,
      ).toBe(200)
    },
  }
  const isGreeted = async (by: Client, path = '/tags') =>
    (await by.get(path)).text.includes('data-viewer=')

  test.each(Object.entries(ends))(
    '%s: pages still greet the member for five seconds',
    async (_, end) => {
      const { elsewhere, member } = await site()
      await end(member)
      const thief = onIsolate(elsewhere, member)
      expect(await isGreeted(thief)).toBe(true)
      elsewhere.wait(5_000)
      expect(await isGreeted(thief)).toBe(true)
      elsewhere.wait(1)
      expect(await isGreeted(thief)).toBe(false)
    },
  )

  test.each(Object.entries(ends))(
    '%s: the session can neither write nor read anything private',
    async (_, end) => {
      const { world, elsewhere, author, member, other, post, pages, seePrimary } = await site()
      const [saver] = await world.members([{ level: 2, username: name() }])
      const drafts = await world.posts(
        [member, saver].map(
          ({ user }) => ({ author: user, status: 'draft', title: 'Secret draft' }) as const,
        ),
      )
      for (const each of [member, saver]) await each.post('/api/folders', { name: 'Secret folder' })
      await saver.post(`/api/posts/${post.id}/favorite`)
      await saver.post(`/api/users/${author.user.uid}/follow`)
      const own = await world.post({ author: member.user })
      await other.post(`/api/posts/${own.id}/comments`, { body: 'Causes a notice' })
      const marks = async (by: Client, path: string) =>
        (await by.get(path)).text.split('aria-pressed="true"').length
      const usual = new Map<string, number>()
      for (const path of pages) usual.set(path, await marks(other, path))
      await replica.catchUp()
      await seePrimary()
      expect((await onIsolate(elsewhere, member).get('/tags')).text).toContain(
        'data-unreadcount="1"',
      )
      expect(await marks(onIsolate(elsewhere, saver), `/posts/${post.id}`)).toBeGreaterThan(
        usual.get(`/posts/${post.id}`) ?? 0,
      )
      await seePrimary()
      for (const [n, each] of [member, saver].entries()) {
        await end(each)
        const thief = onIsolate(elsewhere, each)
        for (const path of pages)
          expect(await marks(thief, path), path).toBeLessThanOrEqual(usual.get(path) ?? 0)
        const { uid, email } = each.user
        const secretPages = [
          '/studio/drafts',
          '/messages',
          '/settings',
          '/posts?feed=following',
          `/posts/${drafts[n]?.id}`,
        ]
        for (const path of [...pages, `/space/${uid}?tab=favorites`, ...secretPages]) {
          const { text } = await thief.get(path)
          for (const secret of [
            'Secret draft',
            'Secret folder',
            'data-unreadcount="1"',
            email ?? '',
          ]) {
            expect(text, `${path}: ${secret}`).not.toContain(secret)
          }
        }
        for (const path of [
          `posts/${post.id}/like`,
          `posts/${post.id}/comments`,
          `users/${author.user.uid}/follow`,
        ]) {
          expect((await thief.post(`/api/${path}`, { body: 'words' })).status, path).toBe(401)
        }
      }
      const [written] = await world.db.all(sql`
      SELECT (SELECT COUNT(*) FROM post_likes WHERE post_id = ${post.id}) + (SELECT COUNT(*) FROM comments
        WHERE post_id = ${post.id}) AS rows, (SELECT COUNT(*) FROM user_follows WHERE follower_id = ${member.user.uid}) AS follows`)
      expect(written).toEqual({ rows: 0, follows: 0 })
    },
  )
})

test('a change is visible at once to all members of the isolate that made it', async () => {
  const { world, member, post } = await site()
  const admin = await world.member({ level: 2, role: 'admin' })
  await member.get(`/posts/${post.id}`)
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'spam' })
  expect((await member.get(`/posts/${post.id}`)).status).toBe(404)
  for (const path of ['/', '/posts'])
    expect((await member.get(path)).text, path).not.toContain(`/posts/${post.id}"`)
})

test('no page from the replica contains the name of another member, under concurrent requests with writes', async () => {
  const { world, elsewhere, pages, post } = await site()
  const members = await world.members(
    Array.from({ length: 8 }, () => ({ level: 2, username: name() })),
  )
  const visit = async (n: number) => {
    const member = members[n % members.length] as Member
    if (n % 7 === 0) await member.post(`/api/posts/${post.id}/like`)
    if (n % 5 === 0) await replica.catchUp()
    const { text } = await onIsolate(n % 2 === 0 ? world : elsewhere, member).get(
      pages[n % pages.length] ?? '/',
    )
    expect(text).toContain(`data-viewer="${member.user.uid}"`)
    for (const other of members)
      if (other !== member) expect(text).not.toContain(other.user.username)
  }
  for (let done = 0; done < 60; done += 20)
    await Promise.all(Array.from({ length: 20 }, (_, n) => visit(done + n)))
})

test('a failing replica does not fail the page', async () => {
  const { member } = await site()
  replica.fails = true
  expect((await member.get('/posts')).text).toContain(`data-viewer="${member.user.uid}"`)
})
