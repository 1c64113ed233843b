import { type SQL, sql } from 'drizzle-orm'
import { BLOCKS_MAX } from '#features/core/blocks/block.ts'
import { rowsRead } from '#test/cost.ts'
import { freshName } from '#test/profiles.ts'
import { expect, test } from '#test/test.ts'
import { type Client, World } from '#test/world.ts'
import { comment, reply, setUp as stage } from '../../community/comments/fixtures.ts'

const block = (by: Client, { user }: { user: { uid: number } }) =>
  by.post(`/api/users/${user.uid}/block`)

test('the block endpoint toggles, and the list shows the blocked user and the time', async () => {
  const { world, author, reader } = await stage()
  expect((await block(reader, author)).json).toEqual({ blocked: true })
  const { items, next_cursor } = (await reader.get('/api/settings/blocks')).json
  expect([items.length, next_cursor]).toEqual([1, null])
  expect(items[0]).toMatchObject({ uid: author.user.uid, blocked_at: world.now.toISOString() })
  expect((await world.reload(reader.user)).blocked_ids).toBe(`[${author.user.uid}]`)
  expect((await block(reader, author)).json).toEqual({ blocked: false })
  expect((await reader.get('/api/settings/blocks')).json.items).toEqual([])
  expect((await world.reload(reader.user)).blocked_ids).toBe('[]')
})

test('a user can block an admin, but neither themselves nor a missing user, and not more users than the maximum', async () => {
  const { world, reader } = await stage()
  expect((await block(reader, reader)).json.error.code).toBe('own_post')
  expect((await reader.post('/api/users/999999999/block')).status).toBe(404)
  const admin = await world.member({ role: 'admin' })
  expect((await block(reader, admin)).json).toEqual({ blocked: true })
  await crowd(world, BLOCKS_MAX - 1, sql`${reader.user.uid}, uid`)
  const beyond = await world.member()
  expect((await block(reader, beyond)).json.error.code).toBe('validation_failed')
})

test('posts of a blocked author, and the comments on them, are hidden from the lists of the blocker only', async () => {
  const word = freshName()
  const world = new World()
  const [author, reader, third] = await world.members([{ level: 1 }, {}, {}])
  const [{ uid }, tag] = [author.user, word.slice(0, 20)]
  const { id } = (
    await author.post('/api/studio/posts', { title: word, body: '<p>Words.</p>', tags: [tag] })
  ).json
  const other = await world.post({ author: third.user, title: 'Another post', tags: [tag] })
  const folder = (await third.post('/api/folders', { name: 'Kept', public: true })).json.id
  await third.post(`/api/folders/${folder}/posts`, { post_id: id })
  await third.post(`/api/posts/${id}/comments`, { body: `under ${word}` })
  await block(reader, author)
  const queries = [
    '',
    '?sort=hot',
    `?tag=${tag}`,
    `?author=${uid}`,
    `?q=${word}`,
    `?q=${word}&sort=new`,
  ]
  const pages = [
    '/',
    '/posts',
    '/posts?sort=hot',
    `/tags/${tag}`,
    `/search?q=${word}`,
    `/posts?author=${uid}`,
  ]
  const places = [
    `/posts/${other.id}`,
    `/space/${uid}`,
    `/folders/${folder}`,
    `/api/folders/${folder}/posts`,
  ]
  for (const path of [...queries.map((query) => `/api/posts${query}`), ...pages, ...places]) {
    const shows = async (by: Client) => {
      const { text, json } = await by.get(path)
      if (json) return json.items.some((item: { title: string }) => item.title === word)
      return text.includes(`href="/posts/${id}"`) || text.includes(`under ${word}`)
    }
    const shown = [await shows(third), await shows(reader), await shows(third)]
    expect([path, shown]).toEqual([path, [true, false, true]])
  }
  expect((await reader.get(`/posts/${id}`)).status).toBe(200)
})

test('a post that the blocker saved stays in the folder', async ({ author, reader, post }) => {
  await reader.post(`/api/posts/${post.id}/favorite`)
  await block(reader, author)
  const [folder] = (await reader.get('/api/folders')).json.items
  expect((await reader.get(`/api/folders/${folder.id}/posts`)).json.items).toHaveLength(1)
})

test('the API marks comments of a blocked user for the blocker, without text, image and mentions', async () => {
  const { world, author, reader, post } = await stage()
  const { id } = await comment(
    reader,
    post.id,
    `Not for @${author.user.username ?? author.user.uid}`,
  )
  const response = await reply(reader, id, 'Nor this')
  await author.post(`/api/users/${reader.user.uid}/block`)
  const hidden = { blocked: true, body: '', image: null, mentions: [], deleted: false }
  const [root] = (await author.get(`/api/posts/${post.id}/comments`)).json.items
  expect(root).toMatchObject({
    id,
    ...hidden,
    author: { uid: reader.user.uid },
    replies: [{ id: response.id, ...hidden }],
  })
  const replies = (await author.get(`/api/posts/${post.id}/comments/${id}/replies`)).json.items
  expect(replies).toMatchObject([{ id: response.id, ...hidden }])
  expect((await author.get(`/api/comments/${response.id}`)).json).toMatchObject({
    blocked: true,
    body: 'Nor this',
  })
  for (const other of [reader, world.visitor()]) {
    const [seen] = (await other.get(`/api/posts/${post.id}/comments`)).json.items
    expect(seen).toMatchObject({
      blocked: false,
      body: expect.stringContaining('Not for'),
      replies: [{ body: 'Nor this' }],
    })
  }
})

test('a request for one comment responds with 404 if its post is hidden, or if the comment was deleted without replies', async () => {
  const { world, author, reader, post } = await stage()
  const { id } = await comment(reader, post.id)
  expect((await world.visitor().get(`/api/comments/${id}`)).json).toMatchObject({
    id,
    body: 'Well said.',
  })
  const admin = await world.member({ role: 'admin' })
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'for a test' })
  expect((await world.visitor().get(`/api/comments/${id}`)).status).toBe(404)
  expect((await author.get(`/api/comments/${id}`)).status).toBe(200)
  await admin.post(`/api/admin/posts/${post.id}/unlock`)
  await reader.delete(`/api/comments/${id}`)
  for (const path of [id, 999_999_999])
    expect((await reader.get(`/api/comments/${path}`)).status).toBe(404)
})

test('comments of a blocked user are folded for the blocker, and replies by other users are not', async () => {
  const { world, author, reader, post } = await stage()
  const said = await comment(author, post.id, 'Seen by everybody else')
  const third = await world.member()
  await reply(third, said.id, 'A response for all')
  const anonymous = (await world.visitor().get(`/posts/${post.id}`)).text
  await block(reader, author)
  const paths = [
    `/posts/${post.id}`,
    `/posts/${post.id}/comments`,
    `/posts/${post.id}/comments/${said.id}`,
  ]
  for (const path of paths) {
    const { text } = await reader.get(path)
    expect(text.match(/<details class="comment-folded">/g)).toHaveLength(1)
    expect(text.indexOf('Seen by everybody else')).toBeGreaterThan(text.indexOf('comment-folded'))
    expect(text).toContain('A response for all')
    expect((await third.get(path)).text).not.toContain('comment-folded')
  }
  expect((await world.visitor().get(`/posts/${post.id}`)).text).toBe(anonymous)
})

test('a blocked reader sees no comment form, follow button or energize button, and does not find the author in the mention search', async () => {
  const world = new World()
  const author = await world.member({ username: freshName() })
  const reader = await world.member({ level: 3 })
  const post = await world.post({ author: author.user })
  const offered = async () =>
    (await reader.get(`/api/users/search?q=${author.user.username}`)).json.items.map(
      ({ uid }: { uid: number }) => uid,
    )
  expect(await offered()).toEqual([author.user.uid])
  await block(author, reader)
  const { text } = await reader.get(`/posts/${post.id}`)
  const said = await comment(author, post.id)
  const onItsOwn = (await reader.get(`/posts/${post.id}/comments`)).text
  for (const page of [text, onItsOwn])
    expect(page).toContain('You can’t comment on this author’s posts.')
  const thread = (await reader.get(`/posts/${post.id}/comments/${said.id}`)).text
  for (const page of [text, onItsOwn, thread]) expect(page).not.toMatch(/data-composer|data-reply=/)
  expect(text).not.toContain('data-follow=')
  expect(text).not.toContain('data-energize')
  expect((await reader.get(`/space/${author.user.uid}`)).text).not.toContain('data-follow=')
  expect(await offered()).toEqual([])
})

test('the space of a blocked user shows a notice and an unblock button', async ({
  author,
  reader,
}) => {
  await block(reader, author)
  const { text } = await reader.get(`/space/${author.user.uid}`)
  expect(text).toContain('These posts are hidden')
  expect(text).toContain(`POST /api/users/${author.user.uid}/block`)
})

/** New users, each in a block. `pair` is the blocking and the blocked user. */
async function crowd(world: World, count: number, pair: SQL): Promise<void> {
  const [at, domain] = ['2026-01-01T00:00:00.000Z', `@${crypto.randomUUID()}.example`]
  await world.db.batch([
    sql`INSERT INTO users (email, created_at)
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
        SELECT i || ${domain}, ${at} FROM n`,
    sql`INSERT INTO user_blocks (user_id, blocked_id, created_at)
        SELECT ${pair}, ${at} FROM users WHERE email LIKE ${`%${domain}`}`,
  ])
}

test('a request reads the same number of rows, however many users have blocked the viewer', async ({
  world,
}) => {
  const author = await world.member({ username: freshName() })
  const reader = await world.member({ level: 3 })
  const { id } = await world.post({ author: author.user })
  const { uid, username } = author.user
  const paths = [
    `/api/users/search?q=${username}`,
    `/search?q=${username}`,
    '/api/messages',
    `/api/posts/${id}/comments`,
    '/',
    `/posts/${id}`,
    `/space/${uid}`,
    '/settings?tab=blocks',
  ]
  const costs = async () => {
    for (const path of paths) await reader.get(path)
    const spent: [path: string, rows: number][] = []
    for (const path of paths) spent.push([path, rowsRead(await reader.get(path))])
    return spent
  }
  const before = await costs()
  await crowd(world, 2000, sql`uid, ${reader.user.uid}`)
  expect(await costs()).toEqual(before)
})

const like = (by: Client, post: number) => by.post(`/api/posts/${post}/like`)
const digestOf = async (reader: Client) =>
  (await reader.get('/api/messages?category=like')).json.items.map(
    ({ data }: { data: { likes: number } }) => data.likes,
  )
const unread = async (reader: Client) =>
  (await reader.get('/api/messages/unread')).json.by_category.like

test('whether a like counts for the digest depends on the blocks at the time of the like, also after an unlike and after a restore from the bin', async () => {
  const world = new World()
  const [author, reader, third] = [
    await world.member({ level: 1 }),
    await world.member(),
    await world.member(),
  ]
  const post = await world.post({ author: author.user })
  await block(author, reader)
  await like(reader, post.id)
  await like(third, post.id)
  await block(author, reader)
  expect(await digestOf(author)).toEqual([1])
  await author.delete(`/api/studio/posts/${post.id}`)
  await author.post(`/api/studio/posts/${post.id}/undelete`)
  await author.post(`/api/studio/posts/${post.id}/submit`)
  await like(reader, post.id)
  const [day] = await world.db.all(
    sql`SELECT likes, likes_of_others, told FROM post_days WHERE post_id = ${post.id}`,
  )
  expect(day).toEqual({ likes: 1, likes_of_others: 1, told: 1 })
  await like(reader, post.id)
  expect(await unread(author)).toBe(1)
  expect(await digestOf(author)).toEqual([2])
})

test('a notice about an action of a third user does not show the title of a post by a blocked author', async ({
  world,
}) => {
  const [author, reader, third] = await world.members([{ level: 2 }, { level: 2 }, { level: 2 }])
  const { id } = await world.post({ author: author.user, title: 'A title to hide' })
  const { json: comment } = await reader.post(`/api/posts/${id}/comments`, { body: 'First.' })
  await third.post(`/api/comments/${comment.id}/reply`, { body: 'Second.' })
  const notice = async () => (await reader.get('/api/messages')).json.items[0]
  expect((await notice()).text).toContain('A title to hide')
  await reader.post(`/api/users/${author.user.uid}/block`)
  const shown = await notice()
  expect(JSON.stringify(shown)).not.toContain('A title to hide')
  expect([shown.actor.uid, shown.link, shown.data.excerpt]).toEqual([
    third.user.uid,
    expect.stringContaining(`/posts/${id}`),
    'Second.',
  ])
})
