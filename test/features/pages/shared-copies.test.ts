import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/cost.ts'
import { ledgerEntry } from '#features/economy/energy/ledger.ts'
import { type Answer, Client, World } from '#test/world.ts'
import { freshWord } from '../publishing/search/posts.ts'

const LANGUAGES = ['en', 'zh-CN']

const trips = ({ headers }: Answer) => Number(/round trips: (\d+)/.exec(headers.get('server-timing') ?? '')?.[1])

/** A post with a comment, in lists with other posts. */
async function community() {
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
  const comment: number = (await writer.post(`/api/posts/${post.id}/comments`, { body: 'First' })).json.id
  const pages = [
    '/',
    '/posts',
    '/posts?sort=hot',
    '/tags/shared',
    `/posts?author=${author.user.uid}`,
    `/posts/${post.id}`,
    `/posts/${post.id}?comments=hot`,
    `/posts/${post.id}?comment=${comment}`,
  ]
  return { world, author, writer, pages, post, comment }
}

/** The community with more comments, and one viewer of each kind. */
async function allViewers() {
  const { world, author, writer, pages, post, comment } = await community()
  for (const body of ['Second', 'Third']) await writer.post(`/api/posts/${post.id}/comments`, { body })
  await author.post(`/api/comments/${comment}/replies`, { body: 'A reply' })
  const did = async (member: Client, ...calls: [path: string, json?: unknown][]) => {
    for (const [path, json] of calls) expect((await member.post(path, json)).status, path).toBeLessThan(300)
    return member
  }
  const member = (level = 1) => world.member({ level })
  const changed = async (set: ReturnType<typeof sql>) => {
    const viewer = await member(2)
    await world.db.batch([sql`UPDATE users SET ${set} WHERE uid = ${viewer.user.uid}`])
    return viewer
  }
  const mutual = await member()
  await did(mutual, [`/api/users/${author.user.uid}/follow`])
  await author.post(`/api/users/${mutual.user.uid}/follow`)
  const blocked = await member()
  await author.post(`/api/users/${blocked.user.uid}/block`)
  const rich = await member(2)
  await world.db.batch([ledgerEntry({ uid: rich.user.uid, amount: 50, reason: 'admin_adjust' }, world.now)])
  const heavy: [string, unknown] = ['/api/energize', { post_id: post.id, form: 'heavy' }]
  const cap = Array.from({ length: ENERGIZE_CAP / ENERGIZE_COST.heavy }, () => heavy)
  const viewers: Record<string, Client> = {
    visitor: world.visitor(),
    member: await member(),
    liker: await did(await member(), [`/api/posts/${post.id}/like`]),
    disliker: await did(await member(), [`/api/posts/${post.id}/dislike`]),
    saver: await did(await member(), [`/api/posts/${post.id}/favorite`]),
    'negative energy': await did(await member(2), heavy),
    'giver at the cap': await did(rich, ...cap),
    'own time zone': await changed(sql`time_zone = 'Asia/Tokyo'`),
    follower: await did(await member(), [`/api/users/${author.user.uid}/follow`]),
    mutual,
    commenter: writer,
    'liker of a comment': await did(await member(), [`/api/comments/${comment}/like`]),
    newcomer: await world.member(),
    Lv5: await member(5),
    author,
    blocker: await did(await member(), [`/api/users/${writer.user.uid}/block`]),
    blocked,
    admin: await world.member({ level: 2, role: 'admin' }),
    owner: await world.member({ level: 2, role: 'owner' }),
    banned: await changed(sql`status = 'banned', ban_reason = 'spam'`),
  }
  return { world, viewers, pages }
}

/** The same browser on another isolate. A new isolate has no copies. */
function onIsolate(world: World, client: Client): Client {
  world.now = client.world.now
  const twin = new Client(world, client.ip)
  for (const [name, value] of client.cookies) twin.cookies.set(name, value)
  twin.language = client.language
  return twin
}

test('a page made from copies equals the page made without them, for every kind of viewer', async () => {
  const { world, viewers, pages } = await allViewers()
  expect(Object.keys(viewers)).toHaveLength(20)
  // A copy that is almost as old as a post of the viewer is not used.
  world.wait(5_000)
  const other = await world.member({ level: 1 })
  const fromCopies = new Map<string, Set<string>>()
  for (const language of LANGUAGES) {
    other.language = language
    for (const path of pages) await other.get(path)
    // Each viewer in one language: a copy has the language in its key, and everything else in common.
    for (const [name, viewer] of Object.entries(viewers).filter((_, n) => LANGUAGES[n % 2] === language)) {
      viewer.language = language
      // The first page of a day checks the viewer in.
      await viewer.get('/settings')
      for (const path of pages) {
        const answer = await viewer.get(path)
        expect(answer.status, `${name} ${path}`).toBe(200)
        expect(answer.text, `${name} ${path} ${language}`).toBe((await onIsolate(new World(), viewer).get(path)).text)
        if (trips(answer) === 1) fromCopies.set(name, (fromCopies.get(name) ?? new Set()).add(path))
      }
    }
  }
  const members = Object.keys(viewers).filter((name) => name !== 'visitor')
  const direct = members.filter((name) => fromCopies.get(name)?.size !== pages.length)
  expect(direct.sort()).toEqual(['admin', 'author', 'blocker', 'owner'])
})

test('a member sees their own writes at once on another isolate that has copies', async () => {
  const { world, writer: here, post } = await community()
  const elsewhere = new World()
  const there = onIsolate(elsewhere, here)
  const path = `/posts/${post.id}`
  const warm = async () => {
    for (const each of [path, '/', '/posts']) await there.get(each)
  }
  await warm()
  await here.post(`/api/posts/${post.id}/comments`, { body: 'Fresh words' })
  expect((await there.get(path)).text).toContain('Fresh words')
  await here.post(`/api/posts/${post.id}/like`)
  await here.post(`/api/users/${post.author_id}/follow`)
  const page = (await there.get(path)).text
  expect(page).toMatch(/aria-pressed="true"[^>]*>.*?data-count="1"/s)
  expect(page).toContain('Following')
  world.wait(5_000)
  elsewhere.now = world.now
  await warm()
  world.wait(3_000)
  elsewhere.now = world.now
  const { json } = await here.post('/api/studio/posts', { title: 'Just published', body: '<p>Text.</p>', tags: [] })
  for (const list of ['/', '/posts']) expect((await there.get(list)).text, list).toContain('Just published')
  await here.delete(`/api/studio/posts/${json.id}`)
  for (const list of ['/', '/posts']) expect((await there.get(list)).text, list).not.toContain('Just published')
})

test('an ended session gets no page of a member from a copy', async () => {
  const { world, pages } = await community()
  const member = await world.member({ level: 1 })
  for (const path of pages) await member.get(path)
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${member.sid}`])
  for (const path of pages) expect((await member.get(path)).text, path).not.toContain('data-viewer=')
})

test('a locked post disappears at once for members of another isolate', async () => {
  const { world, post } = await community()
  const there = onIsolate(new World(), await world.member({ level: 1 }))
  for (const path of ['/', '/posts', `/posts/${post.id}`]) await there.get(path)
  const admin = await world.member({ level: 2, role: 'admin' })
  const { status } = await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'spam' })
  expect(status).toBe(200)
  expect((await there.get(`/posts/${post.id}`)).status).toBe(404)
  for (const path of ['/', '/posts']) expect((await there.get(path)).text, path).not.toContain(`/posts/${post.id}"`)
})

test('no answer contains the name or uid of another member, under concurrent requests with writes', async () => {
  const { world, pages, writer, post } = await community()
  const canaries = Array.from({ length: 20 }, (_, n) => `Canary ${n}x${crypto.randomUUID().slice(0, 8)}`)
  const silent = (await world.members(canaries.map((username) => ({ level: 2, username })))).map((client, n) => ({
    canary: canaries[n] ?? '',
    client,
  }))
  const writes = [`/api/posts/${post.id}/like`, `/api/posts/${post.id}/favorite`, `/api/users/${post.author_id}/follow`]
  let leaks = 0
  const visit = async (n: number) => {
    const { canary, client } = silent[n % silent.length] as (typeof silent)[number]
    if (n % 10 === 0) await client.post(writes[(n / 10) % writes.length] ?? '')
    if (n % 50 === 0) await writer.post(`/api/posts/${post.id}/comments`, { body: `Comment ${n}` })
    const { text } = await client.get(pages[n % pages.length] ?? '/')
    if (!text.includes(canary) || !text.includes(`data-viewer="${client.user.uid}"`)) leaks++
    for (const other of silent) if (other.canary !== canary && text.includes(other.canary)) leaks++
  }
  // Copies expire in between.
  for (let done = 0; done < 120; done += 40) {
    await Promise.all(Array.from({ length: 40 }, (_, n) => visit(done + n)))
    world.wait(2_500)
  }
  expect(leaks).toBe(0)
  const shared = await Promise.all(pages.map((path) => world.visitor().get(path)))
  for (const { text } of shared) expect(text).not.toContain('Canary')
})
