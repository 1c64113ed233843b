import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { SAVED_POSTS_MAX } from '#features/community/favorites/folders.ts'
import { type Client, World } from '#test/world.ts'

async function saver(world = new World()) {
  const browser = await world.member()
  const post = await world.post({ author: await world.user() })
  const folder = async (name: string, isPublic = false) =>
    (await browser.post('/api/folders', { name, public: isPublic })).json
  return { world, browser, post, folder }
}

test('folder names have 1 to 30 characters, drafts cannot be saved, and a user has at most a hundred folders, without the default folder', async () => {
  const { world, browser, post, folder } = await saver()
  expect(
    (await browser.post('/api/folders', { name: '夹'.repeat(31) })).json.error.fields,
  ).toHaveProperty('name')
  expect((await browser.post('/api/folders', { name: '  ' })).status).toBe(422)
  const { id } = await folder('夹'.repeat(30))
  const draft = await world.post({ author: browser.user, status: 'draft' })
  expect((await browser.post(`/api/folders/${id}/posts`, { post_id: draft.id })).status).toBe(404)
  await world.db.batch([
    sql`INSERT INTO folders (user_id, name, created_at) SELECT ${browser.user.uid}, 'n', ${world.now.toISOString()}
        FROM json_each(${JSON.stringify(Array(99).fill(0))})`,
  ])
  const { status, json } = await browser.post('/api/folders', { name: 'one too many' })
  expect([status, json.error.fields]).toEqual([422, { name: 'You can have at most 100 folders.' }])
  expect((await browser.get(`/space/${browser.user.uid}?tab=favorites`)).text).toContain(
    `"DELETE /api/folders/${id}"`,
  )
  expect((await browser.post(`/api/posts/${post.id}/favorite`)).json).toMatchObject({
    favorited: true,
  })
  expect((await browser.get('/api/folders')).json.items).toHaveLength(101)
})

test('a folder counts posts that are no longer public for its owner only', async () => {
  const { world, browser, folder } = await saver()
  const admin = await world.member({ role: 'admin' })
  const { id } = await folder('Open', true)
  const posts = await Promise.all(
    [1, 2, 3].map(async () => world.post({ author: await world.user() })),
  )
  for (const post of posts) await browser.post(`/api/folders/${id}/posts`, { post_id: post.id })
  const [first, second] = posts.map((post) => `/api/admin/posts/${post.id}`)
  const counted = async (who: Client) =>
    Number(/(\d+) posts?</.exec((await who.get(`/folders/${id}`)).text)?.[1] ?? -1)
  const own = async () => (await browser.get('/api/folders')).json.items[0].items_count
  await admin.post(`${first}/lock`, { reason: 'no' })
  await admin.post(`${second}/lock`, { reason: 'no' })
  expect([await own(), await counted(browser), await counted(world.visitor())]).toEqual([3, 3, 1])
  await admin.post(`${first}/unlock`)
  expect([await own(), await counted(world.visitor())]).toEqual([3, 2])
  await admin.delete(`${second}`)
  expect([await own(), await counted(world.visitor())]).toEqual([2, 2])
  const left = await world.db.first(
    sql`SELECT items_count, hidden_items_count FROM folders WHERE id = ${id}`,
  )
  expect(left).toEqual({ items_count: 2, hidden_items_count: 0 })
})

test('a post above the maximum of saved posts is refused with quota_exceeded, and saving a post again is accepted', async () => {
  const { world, browser, post, folder } = await saver()
  const { id } = await folder('Full')
  const save = (postId: number) => browser.post(`/api/folders/${id}/posts`, { post_id: postId })
  await save(post.id)
  await world.db.batch([sql`UPDATE folders SET items_count = ${SAVED_POSTS_MAX} WHERE id = ${id}`])
  const other = await world.post({ author: await world.user() })
  const refused = [await save(other.id), await browser.post(`/api/posts/${other.id}/favorite`)]
  for (const { status, json } of refused)
    expect([status, json.error.code]).toEqual([409, 'quota_exceeded'])
  expect((await save(post.id)).status).toBe(201)
  expect((await browser.post(`/api/posts/${post.id}/favorite`)).json.favorited).toBe(false)
  expect((await save(other.id)).status).toBe(201)
})
