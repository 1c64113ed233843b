import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { World } from '#test/world.ts'
import { community, expectSamePages, onIsolate } from './shared-copies.ts'

/**
 * These read every page, the others a list and a post. In the long form every viewer reads every
 * page.
 */
const READ_ALL = ['member', 'follower']

test(
  'a page made from copies equals the page made without them, for every kind of viewer',
  LONG,
  () =>
    expectSamePages((viewer) =>
      isLong || READ_ALL.includes(viewer) ? Number.POSITIVE_INFINITY : 2,
    ),
)

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
  const { json } = await here.post('/api/studio/posts', {
    title: 'Just published',
    body: '<p>Text.</p>',
    tags: [],
  })
  for (const list of ['/', '/posts'])
    expect((await there.get(list)).text, list).toContain('Just published')
  await here.delete(`/api/studio/posts/${json.id}`)
  for (const list of ['/', '/posts'])
    expect((await there.get(list)).text, list).not.toContain('Just published')
})

test('an ended session gets no page of a member from a copy', async () => {
  const { world, pages } = await community()
  const member = await world.member({ level: 1 })
  for (const path of pages) await member.get(path)
  await world.db.batch([sql`DELETE FROM sessions WHERE sid = ${member.sid}`])
  for (const path of pages)
    expect((await member.get(path)).text, path).not.toContain('data-viewer=')
})

test('a locked post disappears at once for members of another isolate', async () => {
  const { world, post } = await community()
  const there = onIsolate(new World(), await world.member({ level: 1 }))
  for (const path of ['/', '/posts', `/posts/${post.id}`]) await there.get(path)
  const admin = await world.member({ level: 2, role: 'admin' })
  const { status } = await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'spam' })
  expect(status).toBe(200)
  expect((await there.get(`/posts/${post.id}`)).status).toBe(404)
  for (const path of ['/', '/posts'])
    expect((await there.get(path)).text, path).not.toContain(`/posts/${post.id}"`)
})

test('no response contains the name or uid of another member, under concurrent requests with writes', async () => {
  const { world, pages, writer, post } = await community()
  const canaries = Array.from(
    { length: 20 },
    (_, n) => `Canary ${n}x${crypto.randomUUID().slice(0, 8)}`,
  )
  const silent = (await world.members(canaries.map((username) => ({ level: 2, username })))).map(
    (client, n) => ({
      canary: canaries[n] ?? '',
      client,
    }),
  )
  const writes = [
    `/api/posts/${post.id}/like`,
    `/api/posts/${post.id}/favorite`,
    `/api/users/${post.author_id}/follow`,
  ]
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
  for (let done = 0; done < 80; done += 40) {
    await Promise.all(Array.from({ length: 40 }, (_, n) => visit(done + n)))
    world.wait(2_500)
  }
  expect(leaks).toBe(0)
  const shared = await Promise.all(pages.map((path) => world.visitor().get(path)))
  for (const { text } of shared) expect(text).not.toContain('Canary')
})
