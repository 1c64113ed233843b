import { sql } from 'drizzle-orm'
import { roundTrips, rowsRead } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { pagesFrom, titlesIn, wordsOf } from './page.ts'

async function keeper(isPublic = true) {
  const world = new World()
  const owner = await world.member({ username: `k${crypto.randomUUID().slice(0, 8)}` })
  const { id } = (await owner.post('/api/folders', { name: 'Bread & <butter>', public: isPublic }))
    .json
  const author = await world.user()
  const save = async (title: string, body?: string) => {
    const post = await world.post({ author, title, ...(body !== undefined && { body }) })
    await owner.post(`/api/folders/${id}/posts`, { post_id: post.id })
    world.wait(1000)
    return post
  }
  return { world, owner, id: id as number, save }
}

test('the page of a public folder lists the latest saved post first', async () => {
  const { world, owner, id, save } = await keeper()
  for (const title of ['First', 'Second']) await save(title)
  const response = await world.visitor().get(`/folders/${id}`)
  expect(response.status).toBe(200)
  expect(titlesIn(response)).toEqual(['Second', 'First'])
  expect(response.text).toContain('<h1>Bread &amp; &lt;butter&gt;</h1>')
  expect(wordsOf(response)).toContain(owner.user.username)
  expect(response.text).toContain(`href="/folders/${id}/feed.xml"`)
  expect(response.text).toContain(`<link rel="canonical" href="http://joule.test/folders/${id}"`)
  expect(response.text).not.toContain('noindex')
  // A visitor gets no forms or action buttons.
  expect(response.text).not.toContain('data-api=')
})

test('only its owner can open a private folder, and it has no feed', async () => {
  const { world, owner, id, save } = await keeper(false)
  const post = await save('For later')
  for (const browser of [
    world.visitor(),
    await world.member(),
    await world.member({ role: 'admin' }),
  ]) {
    expect((await browser.get(`/folders/${id}`)).status).toBe(404)
  }
  const own = await owner.get(`/folders/${id}`)
  expect(titlesIn(own)).toEqual(['For later'])
  expect(own.text).toContain(`data-api="DELETE /api/folders/${id}/posts/${post.id}"`)
  expect(own.text).toContain(`data-api="PUT /api/folders/${id}"`)
  expect(own.text).toContain('noindex')
  for (const browser of [world.visitor(), owner])
    expect((await browser.get(`/folders/${id}/feed.xml`)).status).toBe(404)
})

test('a folder that becomes private disappears for visitors at once', async () => {
  const { world, owner, id, save } = await keeper()
  await save('Seen')
  const visitor = world.visitor()
  expect((await visitor.get(`/folders/${id}`)).status).toBe(200)
  expect((await visitor.get(`/folders/${id}/feed.xml`)).status).toBe(200)
  await owner.put(`/api/folders/${id}`, { public: false })
  expect((await visitor.get(`/folders/${id}`)).status).toBe(404)
  expect((await visitor.get(`/folders/${id}/feed.xml`)).status).toBe(404)
})

test('a folder omits posts that are no longer public, and its owner sees a note', async () => {
  const { world, owner, id, save } = await keeper()
  const [hidden] = [await save('Hidden'), await save('Shown')]
  await world.db.batch([
    sql`UPDATE posts SET status = 'locked', locked_from = 'approved' WHERE id = ${hidden.id}`,
  ])
  expect(titlesIn(await world.visitor().get(`/folders/${id}`))).toEqual(['Shown'])
  expect(wordsOf(await owner.get(`/folders/${id}`))).toContain('1 more post is not listed')
})

test('a folder is paginated to the end, with one round trip per page', async () => {
  const { world, id, save } = await keeper()
  for (let n = 1; n <= 22; n++) await save(`Post ${n}`)
  const read = await pagesFrom(world.visitor(), `/folders/${id}`)
  expect(read.flatMap(titlesIn)).toEqual(Array.from({ length: 22 }, (_, n) => `Post ${22 - n}`))
  for (const response of read) {
    expect(roundTrips(response)).toBe(1)
    expect(rowsRead(response)).toBeLessThanOrEqual(100)
  }
  const empty = await keeper()
  expect(wordsOf(await empty.world.visitor().get(`/folders/${empty.id}`))).toContain(
    'This folder is empty',
  )
})

test('the feed of a folder contains the time of each save', async () => {
  const { world, owner, id } = await keeper()
  const author = await world.user()
  const old = await world.post({
    author,
    title: 'Old & <gold>',
    body: '<p>See <a href="/help">this</a>.</p>',
  })
  world.wait(86_400_000)
  await owner.signIn(owner.user)
  await owner.post(`/api/folders/${id}/posts`, { post_id: old.id })
  const { status, headers, text } = await world.visitor().get(`/folders/${id}/feed.xml`)
  expect([status, headers.get('content-type')]).toEqual([
    200,
    'application/atom+xml; charset=utf-8',
  ])
  expect(text).toContain(`<title>Bread &amp; &lt;butter&gt; · ${owner.user.username}</title>`)
  expect(text).toContain(
    `<link rel="self" type="application/atom+xml" href="http://joule.test/folders/${id}/feed.xml"/>`,
  )
  expect(text).toContain('<title>Old &amp; &lt;gold&gt;</title>')
  expect(text).toContain(`<published>${old.published_at}</published>`)
  expect(text).toContain(`<updated>${world.now.toISOString()}</updated>`)
  expect(text).toContain('http://joule.test/help')
})

test('an unknown or invalid folder id is not found', async ({ visitor }) => {
  for (const path of [
    '/folders/999999',
    '/folders/x',
    '/folders/0',
    '/folders',
    '/folders/999999/feed.xml',
  ]) {
    expect([path, (await visitor.get(path)).status]).toEqual([path, 404])
  }
})

test('the default folder is shown in the language of the reader until its owner renames it', async ({
  world,
}) => {
  const owner = await world.member()
  const post = await world.post({ author: await world.user() })
  await owner.post(`/api/posts/${post.id}/favorite`)
  const [{ id, name }] = (await owner.get('/api/folders')).json.items
  expect(name).toBe('Favourites')
  await owner.put(`/api/folders/${id}`, { public: true })
  const space = `/space/${owner.user.uid}?tab=favorites`
  const read = async (language: string) => {
    const reader = world.visitor()
    reader.language = language
    return [
      await reader.get(space),
      await reader.get(`/folders/${id}`),
      await reader.get(`/folders/${id}/feed.xml`),
    ]
  }
  for (const { text } of await read('zh-CN')) expect(text).toMatch(/>默认收藏夹(<| ·)/)
  for (const { text } of await read('en')) expect(text).toMatch(/>Favourites(<| ·)/)
  owner.language = 'zh-CN'
  expect((await owner.get('/api/folders')).json.items).toMatchObject([{ name: 'Favourites' }])
  await owner.put(`/api/folders/${id}`, { name: 'Kept' })
  for (const { text } of await read('zh-CN')) expect(text).toMatch(/>Kept(<| ·)/)
})
