import { sql } from 'drizzle-orm'
import {
  ACTIVITY_MAX,
  type Activity,
  ADMIN_ACTIVITY_MAX,
  ADMIN_STORAGE_MAX,
  STORAGE_MAX,
  type Storage,
  storageOf,
} from '#features/core/storage/quotas.ts'
import { eraseFromBin } from '#features/publishing/posts/bin.ts'
import { DAY } from '#kernel/clock.ts'
import { PNG } from '#test/images.ts'
import { expect, test } from '#test/test.ts'
import type { Member, World } from '#test/world.ts'

const AT = '2026-01-01T00:00:00.000Z'
const [LV0, LV1] = STORAGE_MAX as [Storage, Storage]
const DRAFT = { title: 'a title', body: '<p>a text</p>', draft: true }

const numbers = (count: number) =>
  sql`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`

/** Drafts in SQL: their number, and the length of each body. */
function drafts({ user }: Member, count: number, length = 2) {
  return sql`
    INSERT INTO posts (author_id, status, title, summary, body, created_at, updated_at)
    ${numbers(count)} SELECT ${user.uid}, 'draft', 'a title', '', hex(zeroblob(CAST(${length / 2} AS INTEGER))), ${AT}, ${AT} FROM n`
}

function images({ user }: Member, count: number) {
  return sql`
    INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at)
    ${numbers(count)} SELECT ${user.uid} || '-' || i || '.png', ${user.uid}, 'post', 'image/png', 1, 1, 100, ${AT} FROM n`
}

const [, LV1_ACTIVITY] = ACTIVITY_MAX as [Activity, Activity]

/** The number of the newest comment of a user among all of the user, and among those of its day. */
async function numbersOf(world: World, { user }: Member) {
  const [row] = await world.db.all(sql<{ nth_of_author: number; nth_of_day: number }>`
    SELECT nth_of_author, nth_of_day FROM comments WHERE author_id = ${user.uid} ORDER BY id DESC LIMIT 1`)
  return [row?.nth_of_author, row?.nth_of_day]
}

async function movesOf(world: World, { user }: Member) {
  const [row] = await world.db.all(
    sql<{ moves: number }>`SELECT moves FROM author_stats WHERE user_id = ${user.uid}`,
  )
  return row?.moves
}

/** One day later, with a new access token. */
async function nextDay(member: Member) {
  member.world.wait(DAY)
  expect((await member.post('/api/auth/refresh')).status).toBe(200)
}

const used = (world: World, { user }: Member) => world.db.read(storageOf(user))

test('a draft above the quota is refused with 409 and with the used and allowed amounts', async ({
  world,
  beginner: member,
}) => {
  await world.db.batch([drafts(member, LV1.drafts)])
  const { status, json } = await member.post('/api/studio/posts', DRAFT)
  expect(status).toBe(409)
  expect(json.error).toMatchObject({
    code: 'quota_exceeded',
    what: 'drafts',
    used: LV1.drafts,
    allowed: LV1.drafts,
  })
  expect(json.error.message).toContain('100 of 100 drafts')
  expect((await used(world, member)).drafts).toBe(LV1.drafts)
  // A public post is no draft.
  expect((await member.post('/api/studio/posts', { ...DRAFT, draft: false })).status).toBe(201)
})

test('if the quota allows one more draft, exactly one of several concurrent requests creates it', async ({
  world,
}) => {
  const member = await world.member({ level: 1 })
  await world.db.batch([drafts(member, LV1.drafts - 1)])
  const sent = await Promise.all(
    Array.from({ length: 6 }, () => member.post('/api/studio/posts', DRAFT)),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409, 409])
})

test('many long drafts stop at the quota of text', async ({ world, beginner: member }) => {
  await world.db.batch([drafts(member, 10, LV1.text_bytes / 10 - 30_000)])
  const long = { ...DRAFT, body: `<p>${'好'.repeat(65_000)}</p>` }
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => member.post('/api/studio/posts', long)),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(sent.find(({ status }) => status === 409)?.json.error).toMatchObject({
    what: 'text_bytes',
    allowed: LV1.text_bytes,
  })
  expect((await used(world, member)).text_bytes).toBeLessThanOrEqual(LV1.text_bytes)
})

test('a user above the quota can shorten and delete, but not lengthen', async ({
  world,
  beginner: member,
}) => {
  const { id } = (await member.post('/api/studio/posts', DRAFT)).json
  await world.db.batch([drafts(member, 30, LV1.text_bytes / 20), drafts(member, LV1.drafts)])
  const longer = await member.put(`/api/studio/posts/${id}`, { body: '<p>a longer text</p>' })
  expect(longer.json.error).toMatchObject({ code: 'quota_exceeded', what: 'text_bytes' })
  expect((await member.put(`/api/studio/posts/${id}`, { body: '<p>a</p>' })).status).toBe(200)
  expect((await member.delete(`/api/studio/posts/${id}`)).status).toBe(200)
  const undeleted = await member.post(`/api/studio/posts/${id}/undelete`)
  expect(undeleted.json.error).toMatchObject({ code: 'quota_exceeded', what: 'drafts' })
})

test('deleted posts count towards the quotas of posts and text until they leave the bin', async ({
  world,
  beginner: member,
}) => {
  const { id } = (await member.post('/api/studio/posts', DRAFT)).json
  const full = await used(world, member)
  expect(full).toMatchObject({ posts: 1, drafts: 1, text_bytes: DRAFT.body.length })
  await member.delete(`/api/studio/posts/${id}`)
  expect(await used(world, member)).toEqual({ ...full, drafts: 0 })
  world.wait(31 * DAY)
  await eraseFromBin(world.db, world.now)
  expect(await used(world, member)).toMatchObject({ posts: 0, drafts: 0, text_bytes: 0 })
})

test('an edit above the quota of revisions is refused until a history is deleted', async ({
  world,
}) => {
  const member = await world.member({ level: 1 })
  const { id } = (await member.post('/api/studio/posts', { ...DRAFT, draft: false })).json
  await world.db.batch([
    drafts(member, 25),
    sql`INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
      ${numbers(LV1.revisions)}
      SELECT (SELECT MAX(id) FROM posts) - i % 25, 1000 + i / 25, ${AT}, 'draft', '', '[]', 'abc' FROM n`,
  ])
  const edit = () => member.put(`/api/studio/posts/${id}`, { title: `${crypto.randomUUID()}` })
  expect((await edit()).json.error).toMatchObject({
    code: 'quota_exceeded',
    what: 'revisions',
    used: LV1.revisions,
    allowed: LV1.revisions,
  })
  const [row] = await world.db.all(
    sql<{ id: number }>`SELECT MAX(post_id) AS id FROM post_revisions`,
  )
  const stranger = await world.member({ level: 1 })
  expect((await stranger.delete(`/api/studio/posts/${row?.id}/revisions`)).status).toBe(404)
  expect((await member.delete(`/api/studio/posts/${row?.id}/revisions`)).status).toBe(204)
  expect((await used(world, member)).revisions).toBe(LV1.revisions - LV1.revisions / 25)
  expect((await edit()).status).toBe(200)
})

test('an upload above the quota stores neither a row nor a file', async ({ world, member }) => {
  await world.db.batch([images(member, LV0.images - 1)])
  const files = async () => (await world.env.IMAGES.list()).objects.length
  const before = await files()
  const sent = await Promise.all(
    Array.from({ length: 4 }, () => member.upload('/api/posts/upload-image', PNG)),
  )
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
  expect(sent.find(({ status }) => status === 409)?.json.error).toMatchObject({
    what: 'images',
    allowed: LV0.images,
  })
  expect(await files()).toBe(before + 1)
  expect((await used(world, member)).images).toBe(LV0.images)
})

test.each([
  ['storage', [...STORAGE_MAX, ADMIN_STORAGE_MAX]],
  ['activity', [...ACTIVITY_MAX, ADMIN_ACTIVITY_MAX]],
] as const)('quotas of %s grow with the level, and admins have the largest', (_, quotas) => {
  const all: Record<string, number>[] = [...quotas]
  for (const [level, quota] of all.entries()) {
    const below = all[level - 1]
    for (const [kind, amount] of Object.entries(quota))
      expect(amount).toBeGreaterThan(below?.[kind] ?? 0)
  }
})

test('a comment above the quota of the day is refused until the next day, and the error names the numbers', async ({
  world,
  beginner: member,
  post,
}) => {
  const allowed = LV1_ACTIVITY.comments_of_day
  const comment = (body: string) => member.post(`/api/posts/${post.id}/comments`, { body })
  await comment('The first one.')
  await world.db.batch([
    sql`UPDATE comments SET nth_of_day = ${allowed - 1} WHERE author_id = ${member.user.uid}`,
  ])
  const sent = await Promise.all(['one', 'two', 'three'].map((body) => comment(body)))
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  const refused = sent.find(({ status }) => status === 409)
  expect(refused?.json.error).toMatchObject({
    code: 'quota_exceeded',
    what: 'comments_of_day',
    used: allowed,
    allowed,
  })
  expect(refused?.json.error.message).toContain(`You wrote ${allowed} of ${allowed} comments today`)
  // Deleting a comment frees nothing, because the next one would be a further row.
  const { json } = sent.find(({ status }) => status === 201) ?? {}
  expect((await member.delete(`/api/comments/${json.id}`)).status).toBe(204)
  expect((await comment('four')).status).toBe(409)
  await nextDay(member)
  expect((await comment('The next day.')).status).toBe(201)
  expect(await numbersOf(world, member)).toEqual([3, 1])
})

test('a repeated request above the quota returns the comment of the first one', async ({
  world,
  beginner: member,
  post,
}) => {
  const comment = () =>
    member.send('POST', `/api/posts/${post.id}/comments`, {
      json: { body: 'Once.' },
      headers: { 'Idempotency-Key': 'the last comment' },
    })
  const first = await comment()
  await world.db.batch([
    sql`UPDATE comments SET nth_of_day = ${LV1_ACTIVITY.comments_of_day} WHERE author_id = ${member.user.uid}`,
  ])
  expect([(await comment()).json.id, (await comment()).status]).toEqual([first.json.id, 201])
})

test('a reply above the number of comments of the level is refused, and a higher level allows it', async ({
  world,
  beginner: member,
  post,
}) => {
  const root = (await member.post(`/api/posts/${post.id}/comments`, { body: 'A root.' })).json.id
  await world.db.batch([
    sql`UPDATE comments SET nth_of_author = ${LV1_ACTIVITY.comments} WHERE id = ${root}`,
  ])
  await nextDay(member)
  const reply = () => member.post(`/api/comments/${root}/reply`, { body: 'A reply.' })
  expect((await reply()).json.error).toMatchObject({
    what: 'comments',
    used: LV1_ACTIVITY.comments,
    allowed: LV1_ACTIVITY.comments,
  })
  await world.db.batch([sql`UPDATE users SET exp = 50 WHERE uid = ${member.user.uid}`])
  expect((await reply()).status).toBe(201)
})

test('deleting and restoring a post ends at the quota of moves, and then it can still be deleted', async ({
  world,
  beginner: member,
}) => {
  const { id } = (await member.post('/api/studio/posts', DRAFT)).json
  const remove = () => member.delete(`/api/studio/posts/${id}`)
  const restore = () => member.post(`/api/studio/posts/${id}/undelete`)
  expect([(await remove()).status, (await restore()).status]).toEqual([200, 200])
  expect(await movesOf(world, member)).toBe(2)
  await world.db.batch([
    sql`UPDATE author_stats SET moves = ${LV1_ACTIVITY.moves_of_day} WHERE user_id = ${member.user.uid}`,
  ])
  for (const submit of ['/api/studio/posts/submit', `/api/studio/posts/${id}/submit`]) {
    const { json } = await member.post(submit, { ids: [id] })
    expect(json.error?.code ?? json.items[0].code).toBe('quota_exceeded')
  }
  expect((await remove()).status).toBe(200)
  expect((await restore()).json.error).toMatchObject({
    code: 'quota_exceeded',
    what: 'moves_of_day',
    allowed: LV1_ACTIVITY.moves_of_day,
  })
  await nextDay(member)
  expect((await restore()).status).toBe(200)
  expect((await member.post(`/api/studio/posts/${id}/submit`)).status).toBe(200)
  expect(await movesOf(world, member)).toBe(2)
})

test('a move by an admin does not count towards the quota of the author', async ({
  world,
  author,
  admin,
  post,
}) => {
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'a reason' })
  await admin.post(`/api/admin/posts/${post.id}/unlock`)
  expect(await movesOf(world, author)).toBe(0)
})

test('the studio shows a quota from 80 percent', async ({ world, beginner: member }) => {
  await world.db.batch([drafts(member, LV1.drafts * 0.8 - 1)])
  expect((await member.get('/studio')).text).not.toContain('class="quotas"')
  await world.db.batch([drafts(member, 1)])
  for (const path of ['/studio', '/studio/posts', '/studio/drafts', '/studio/import']) {
    const { text } = await member.get(path)
    expect(text).toContain('Your storage is almost full')
    expect(text).toContain('80 of 100 drafts')
    expect(text).not.toContain('of 200 images')
  }
  await world.db.batch([drafts(member, 20)])
  expect((await member.get('/studio')).text).toContain('Your storage is full')
})
