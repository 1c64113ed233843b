import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

const PINNED = '/api/admin/pinned-posts'

beforeEach(() => new World().db.batch([sql`DELETE FROM pinned_posts`]))

test('a pinned post is first on the home page, once, and has a badge', async ({ world, owner }) => {
  const author = await world.user({ username: `a${crypto.randomUUID().slice(0, 8)}` })
  const old = await world.post({ author, title: 'Welcome here' })
  world.wait(1_000)
  await world.post({ author, title: 'Something newer' })
  const { status, json } = await owner.post(PINNED, {
    post: `http://joule.test/posts/${old.id}#comments`,
  })
  expect([status, json.posts]).toEqual([201, [{ post_id: old.id, title: 'Welcome here' }]])
  const home = (await world.visitor().get('/')).text
  expect(home.indexOf('Welcome here</a>')).toBeLessThan(home.indexOf('Something newer</a>'))
  expect(home.split(`<h2><a href="/posts/${old.id}"`)).toHaveLength(2)
  expect(home).toContain('<span class="badge accent">Pinned</span>')
  for (const path of ['/posts', '/?sort=hot'])
    expect((await world.visitor().get(path)).text).not.toContain('Pinned<')
  await owner.delete(`${PINNED}/${old.id}`)
  expect((await world.visitor().get('/')).text).not.toContain('Pinned<')
  expect((await owner.delete(`${PINNED}/${old.id}`)).status).toBe(404)
})

test('only public posts can be pinned, at most three, and deleting a post unpins it', async ({
  world,
  owner,
}) => {
  const author = await world.user()
  const draft = await world.post({ author, status: 'draft' })
  for (const post of [String(draft.id), '999999999', 'nonsense', '']) {
    const refused = await owner.post(PINNED, { post })
    expect([post, refused.status, Object.keys(refused.json.error.fields)]).toEqual([
      post,
      422,
      ['post'],
    ])
  }
  const posts = []
  for (let n = 0; n < 4; n++) posts.push(await world.post({ author }))
  const [first, second, third, fourth] = posts.map(({ id }) => String(id))
  for (const post of [first, second, third])
    expect((await owner.post(PINNED, { post })).status).toBe(201)
  expect((await owner.post(PINNED, { post: fourth })).status).toBe(422)
  await expect(
    world.db.batch([sql`INSERT INTO pinned_posts (post_id, pinned_at) VALUES (${fourth}, 'x')`]),
  ).rejects.toThrow('validation_failed')
  await owner.delete(`/api/admin/posts/${first}`, { json: { reason: 'for the test' } })
  const { json } = await owner.get(PINNED)
  expect(json.posts.map(({ post_id }: { post_id: number }) => String(post_id))).not.toContain(first)
})
