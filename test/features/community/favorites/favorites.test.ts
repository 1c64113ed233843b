import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refusal } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'

async function saver(world = new World()) {
  const browser = await world.member()
  const post = await world.post({ author: await world.user() })
  const folder = async (name: string, isPublic = false) =>
    (await browser.post('/api/folders', { name, public: isPublic })).json
  return { world, browser, post, folder }
}

test('the first press saves a post into the default folder, the second removes it from every folder', async () => {
  const { browser, post, folder } = await saver()
  const saved = (await browser.post(`/api/posts/${post.id}/favorite`)).json
  expect(saved).toMatchObject({ favorited: true, favorites_count: 1 })
  const other = await folder('Later')
  expect((await browser.post(`/api/folders/${other.id}/posts`, { post_id: post.id })).status).toBe(201)
  const status = (await browser.get(`/api/posts/${post.id}/folder-status`)).json
  expect(status.folder_ids).toHaveLength(2)
  const gone = (await browser.post(`/api/posts/${post.id}/favorite`)).json
  expect(gone).toEqual({ favorited: false, folder_ids: [], favorites_count: 0 })
  const { items } = (await browser.get('/api/folders')).json
  expect(items.map(({ is_default, items_count }: Record<string, unknown>) => [is_default, items_count])).toEqual([
    [true, 0],
    [false, 0],
  ])
})

test('the count of favourites counts users, not folders', async () => {
  const { world, browser, post, folder } = await saver()
  for (const name of ['A', 'B', 'C']) {
    const { id } = await folder(name)
    for (let twice = 0; twice < 2; twice++) await browser.post(`/api/folders/${id}/posts`, { post_id: post.id })
  }
  await (await world.member()).post(`/api/posts/${post.id}/favorite`)
  const row = await world.db.first(sql`SELECT favorites_count FROM posts WHERE id = ${post.id}`)
  expect(row).toEqual({ favorites_count: 2 })
})

test('everyone can read a public folder; a private one returns 404 to other users', async () => {
  const { world, browser, post, folder } = await saver()
  const [open, closed] = [await folder('Open', true), await folder('Closed')]
  for (const { id } of [open, closed]) await browser.post(`/api/folders/${id}/posts`, { post_id: post.id })
  const { items } = (await world.visitor().get(`/api/folders/${open.id}/posts`)).json
  expect(items).toMatchObject([{ id: post.id, title: post.title }])
  expect((await world.visitor().get(`/api/folders/${closed.id}/posts`)).status).toBe(404)
  await world.db.batch([sql`UPDATE posts SET status = 'locked', locked_from = 'approved' WHERE id = ${post.id}`])
  expect((await world.visitor().get(`/api/folders/${open.id}/posts`)).json.items).toEqual([])
})

test('deleting a folder removes its posts from it; the default folder cannot be deleted', async () => {
  const { world, browser, post, folder } = await saver()
  const { id } = await folder('Soon gone')
  await browser.post(`/api/folders/${id}/posts`, { post_id: post.id })
  expect((await browser.delete(`/api/folders/${id}`)).status).toBe(204)
  expect((await browser.get(`/api/posts/${post.id}/folder-status`)).json.favorited).toBe(false)
  await browser.post(`/api/posts/${post.id}/favorite`)
  const [standard] = (await browser.get('/api/folders')).json.items
  expect(refusal(await browser.delete(`/api/folders/${standard.id}`))).toEqual([409, 'default_folder'])
  expect((await (await world.member()).delete(`/api/folders/${standard.id}`)).status).toBe(404)
})

test('folder names have 1 to 30 characters, drafts cannot be saved, and a user has at most a hundred folders', async () => {
  const { world, browser, folder } = await saver()
  expect((await browser.post('/api/folders', { name: '夹'.repeat(31) })).json.error.fields).toHaveProperty('name')
  expect((await browser.post('/api/folders', { name: '  ' })).status).toBe(422)
  const { id } = await folder('夹'.repeat(30))
  const draft = await world.post({ author: browser.user, status: 'draft' })
  expect((await browser.post(`/api/folders/${id}/posts`, { post_id: draft.id })).status).toBe(404)
  await world.db.batch([
    sql`
    INSERT INTO folders (user_id, name, created_at)
    SELECT ${browser.user.uid}, 'n', '' FROM json_each(${JSON.stringify(Array(99).fill(0))})`,
  ])
  const { status, json } = await browser.post('/api/folders', { name: 'one too many' })
  expect([status, json.error.fields]).toEqual([422, { name: 'You can have at most 100 folders.' }])
})

test('the default folder is created even if the user has a hundred folders', async () => {
  const { world, browser, post } = await saver()
  await world.db.batch([
    sql`INSERT INTO folders (user_id, name, created_at)
        SELECT ${browser.user.uid}, 'n', ${world.now.toISOString()} FROM json_each(${JSON.stringify(Array(100).fill(0))})`,
  ])
  expect((await browser.post(`/api/posts/${post.id}/favorite`)).json).toMatchObject({ favorited: true })
  expect((await browser.get('/api/folders')).json.items).toHaveLength(101)
})

test('posts that are no longer public are counted for the owner only', async () => {
  const { world, browser, folder } = await saver()
  const admin = await world.member({ role: 'admin' })
  const { id } = await folder('Open', true)
  const posts = await Promise.all([1, 2, 3].map(async () => world.post({ author: await world.user() })))
  for (const post of posts) await browser.post(`/api/folders/${id}/posts`, { post_id: post.id })
  const [first, second] = posts.map((post) => `/api/admin/posts/${post.id}`)
  const counted = async (who: Client) => Number(/(\d+) posts?</.exec((await who.get(`/folders/${id}`)).text)?.[1] ?? -1)
  const own = async () => (await browser.get('/api/folders')).json.items[0].items_count
  await admin.post(`${first}/lock`, { reason: 'no' })
  await admin.post(`${second}/lock`, { reason: 'no' })
  expect([await own(), await counted(browser), await counted(world.visitor())]).toEqual([3, 3, 1])
  await admin.post(`${first}/unlock`)
  expect([await own(), await counted(world.visitor())]).toEqual([3, 2])
  await admin.delete(`${second}`)
  expect([await own(), await counted(world.visitor())]).toEqual([2, 2])
  const left = await world.db.first(sql`SELECT items_count, hidden_items_count FROM folders WHERE id = ${id}`)
  expect(left).toEqual({ items_count: 2, hidden_items_count: 0 })
})

test('concurrent toggles: rows and counters match', async () => {
  const { world, browser, post } = await saver()
  await browser.post(`/api/posts/${post.id}/favorite`)
  await Promise.all(Array.from({ length: 15 }, () => browser.post(`/api/posts/${post.id}/favorite`)))
  const row = await world.db.first(sql`
    SELECT favorites_count - (SELECT COUNT(DISTINCT user_id) FROM folder_items WHERE post_id = id) AS difference
    FROM posts WHERE id = ${post.id}`)
  expect(row).toEqual({ difference: 0 })
})
