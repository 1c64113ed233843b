import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { EVERY_MINUTE, runCron } from '#jobs'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { type Client, World } from '#test/world.ts'
import { comment } from '../../../community/comments/fixtures.ts'
import { auditOf, postNow, systemNoticesOf } from '../support.ts'

const REASON = 'Spam in every post'
const minute = (world: World) => runCron(EVERY_MINUTE, world.env, world.now)

async function setUp() {
  const world = new World()
  const [admin, spammer, author] = await world.members([
    { role: 'admin' },
    { level: 3 },
    { level: 1 },
  ])
  const path = `/api/admin/users/${spammer.user.uid}/hide`
  return {
    world,
    admin,
    spammer,
    author,
    path,
    hide: (body: object = {}) => admin.post(path, { reason: REASON, ...body }),
    restore: () => admin.delete(path),
  }
}

/** More than one action hides at once. */
const manyPosts = (world: World, { user }: Client) =>
  world.posts(Array.from({ length: 51 }, () => ({ author: { uid: user?.uid ?? 0 } })))

/**
 * A spammer with posts of each kind and two comments on the post of another author, one deleted.
 */
async function setUpContent() {
  const site = await setUp()
  const { world, spammer, author } = site
  const by = { author: spammer.user }
  const [post, own, draft, lockedBefore] = await world.posts([
    { author: author.user },
    { ...by, tags: ['spam'] },
    { ...by, status: 'draft' },
    { ...by, status: 'locked', reason: 'Earlier' },
  ])
  const kept = await comment(spammer, post.id, 'Buy this.')
  const deletedBefore = await comment(spammer, post.id, 'Gone.')
  await author.post(`/api/comments/${kept.id}/reply`, { body: 'Please stop.' })
  await spammer.delete(`/api/comments/${deletedBefore.id}`)
  const visitor = world.visitor()
  return {
    ...site,
    own,
    draft,
    lockedBefore,
    kept,
    /** What a visitor sees of the post with the comments. */
    readers: async () => ({
      count: (await visitor.get(`/api/posts/${post.id}`)).json.comments_count,
      comments: (await visitor.get(`/api/posts/${post.id}/comments`)).json.items,
      ofOwn: (await visitor.get(`/api/posts/${own.id}`)).status,
    }),
  }
}

test('one action bans a user and hides every public post and comment', async () => {
  const { world, own, draft, kept, readers, hide } = await setUpContent()
  expect((await readers()).count).toBe(2)
  const hiding = { state: 'hidden', posts_count: 1, comments_count: 1 }
  expect((await hide({ days: 7 })).json).toMatchObject({
    status: 'banned',
    hiding,
    ban_ends_at: expect.any(String),
  })
  const { ofOwn, count, comments } = await readers()
  expect(ofOwn).toBe(404)
  expect(await postNow(world, own)).toMatchObject({
    status: 'locked',
    locked_from: 'approved',
    lock_reason: REASON,
  })
  expect(count).toBe(1)
  expect(comments).toMatchObject([{ id: kept.id, deleted: true, body: '' }])
  expect((await postNow(world, draft)).status).toBe('draft')
  expect((await hide()).json.error.code).toBe('invalid_transition')
})

test('undoing a hiding ends the ban and restores exactly the content that it hid', async () => {
  const { world, lockedBefore, kept, readers, hide, restore } = await setUpContent()
  await hide({ days: 7 })
  expect((await restore()).json).toMatchObject({ status: 'active', hiding: null })
  const { ofOwn, count, comments } = await readers()
  expect(ofOwn).toBe(200)
  expect(count).toBe(2)
  expect(comments).toMatchObject([
    { id: kept.id, deleted: false, body: 'Buy this.', replies_count: 1 },
  ])
  expect(await postNow(world, lockedBefore)).toMatchObject({
    status: 'locked',
    lock_reason: 'Earlier',
  })
  expect((await restore()).status).toBe(404)
})

test('a hiding and its end each send one notice, and the audit log names the admin', async () => {
  const { world, admin, spammer, hide, restore } = await setUp()
  await world.post({ author: spammer.user })
  await hide({ days: 7 })
  await restore()
  expect(await systemNoticesOf(world, spammer.user)).toMatchObject([
    { event: 'content_hidden', banned: 1, reason: REASON },
    { event: 'content_restored', unbanned: 1 },
  ])
  const actions = (await auditOf(world, 'user', spammer.user.uid)).map(({ action, actor_id }) => [
    action,
    actor_id,
  ])
  expect(actions).toEqual(
    ['user.status', 'user.hide', 'user.status', 'user.restore'].map((action) => [
      action,
      admin.user.uid,
    ]),
  )
})

test('undoing a hiding does not change posts that an admin has locked or deleted since, nor a later ban', async () => {
  const { world, admin, spammer, path, hide, restore } = await setUp()
  const facts = { author: spammer.user }
  const [again, gone, plain] = await world.posts([facts, facts, facts])
  await hide()
  await admin.post(`/api/admin/posts/${again.id}/unlock`, {})
  await admin.post(`/api/admin/posts/${again.id}/lock`, { reason: 'For another reason' })
  await admin.delete(`/api/admin/posts/${gone.id}`)
  await admin.put(path.replace('hide', 'status'), { status: 'active' })
  await admin.put(path.replace('hide', 'status'), {
    status: 'banned',
    reason: 'For another reason',
  })
  expect((await restore()).json.status).toBe('banned')
  expect(await postNow(world, again)).toMatchObject({
    status: 'locked',
    lock_reason: 'For another reason',
  })
  expect((await postNow(world, gone)).deleted_at).not.toBeNull()
  expect((await postNow(world, plain)).status).toBe('approved')
})

test('a user who is banned already is only hidden, and stays banned after the hiding is undone', async () => {
  const { world, admin, spammer, path, hide, restore } = await setUp()
  const post = await world.post({ author: spammer.user })
  await admin.put(path.replace('hide', 'status'), { status: 'banned', reason: 'Before' })
  expect((await hide()).json).toMatchObject({
    status: 'banned',
    ban_reason: 'Before',
    hiding: { posts_count: 1 },
  })
  expect((await restore()).json.status).toBe('banned')
  expect((await postNow(world, post)).status).toBe('approved')
})

test('the end of a ban does not restore hidden content', async () => {
  const { world, admin, spammer, hide, restore } = await setUp()
  const post = await world.post({ author: spammer.user })
  await hide({ days: 1 })
  world.wait(DAY)
  await minute(world)
  expect([(await world.reload(spammer.user)).status, (await postNow(world, post)).status]).toEqual([
    'active',
    'locked',
  ])
  await admin.signIn(admin.user)
  await restore()
  expect((await postNow(world, post)).status).toBe('approved')
})

test('the cron continues hiding and restoring a large account, and the invariants hold', async () => {
  const { world, admin, spammer, author, hide, restore } = await setUp()
  const post = await world.post({ author: author.user })
  const at = world.now.toISOString()
  const series = (count: number) => sql`
    WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${count})`
  await world.db.batch([
    sql`INSERT INTO posts (author_id, status, title, summary, tags, body, created_at, updated_at, published_at)
        ${series(120)} SELECT ${spammer.user.uid}, 'approved', 'Spam ' || n, '', '[["spam","spam"]]', '<p>Buy</p>', ${at}, ${at}, ${at} FROM n`,
    sql`INSERT INTO comments (post_id, author_id, body, created_at)
        ${series(450)} SELECT ${post.id}, ${spammer.user.uid}, 'Spam', ${at} FROM n`,
  ])
  const visible = async () => {
    const [posts] = await world.db.all(sql<{ n: number }>`
      SELECT COUNT(*) AS n FROM posts WHERE author_id = ${spammer.user.uid} AND status = 'approved'`)
    const [comments] = await world.db.all(sql<{ n: number }>`
      SELECT COUNT(*) AS n FROM comments WHERE author_id = ${spammer.user.uid} AND deleted_at IS NULL`)
    return [posts?.n, comments?.n, (await postNow(world, post)).comments_count]
  }
  expect((await hide()).json.hiding).toMatchObject({
    state: 'hiding',
    posts_count: 50,
    comments_count: 200,
  })
  expect(await visible()).toEqual([70, 250, 250])
  world.wait(MINUTE)
  await Promise.all([minute(world), minute(world)])
  expect(await visible()).toEqual([0, 0, 0])
  const file = await admin.get(`/api/admin/users/${spammer.user.uid}`)
  expect(file.json.hiding).toMatchObject({ state: 'hidden', posts_count: 120, comments_count: 450 })
  expect((await restore()).json.hiding).toMatchObject({
    state: 'restoring',
    posts_count: 70,
    comments_count: 250,
  })
  await Promise.all([minute(world), minute(world)])
  expect(await visible()).toEqual([120, 450, 450])
  expect((await admin.post('/api/admin/invariants/run')).json).toMatchObject({ ok: true })
})

test('undoing a hiding that the cron is still working on stops it', async () => {
  const { world, spammer, hide, restore } = await setUp()
  await manyPosts(world, spammer)
  await hide()
  await restore()
  await minute(world)
  const rows = await world.db.all(
    sql`SELECT id FROM posts WHERE author_id = ${spammer.user.uid} AND status = 'locked'`,
  )
  expect(rows).toEqual([])
})

test('comments written and posts published after the hiding stay visible', async () => {
  const { world, admin, spammer, path, hide } = await setUp()
  await manyPosts(world, spammer)
  await hide()
  await admin.put(path.replace('hide', 'status'), { status: 'active' })
  world.wait(MINUTE)
  const later = await world.post({ author: spammer.user })
  await minute(world)
  expect((await postNow(world, later)).status).toBe('approved')
})

test('an admin cannot hide the content of an admin, and a reason is required', async () => {
  const { world, admin, path } = await setUp()
  const { uid } = await world.user({ role: 'admin' })
  const refused = await admin.post(`/api/admin/users/${uid}/hide`, { reason: REASON })
  expect(refused.json.error.code).toBe('invalid_transition')
  expect((await admin.post(path, {})).status).toBe(422)
})

test('the database brings a deleted comment back only while its hiding is undone', async () => {
  const { world, spammer, author } = await setUp()
  const post = await world.post({ author: author.user })
  const { id } = await comment(spammer, post.id)
  await spammer.delete(`/api/comments/${id}`)
  const back = world.db.batch([
    sql`UPDATE comments SET deleted_at = NULL, deleted_by = NULL WHERE id = ${id}`,
  ])
  await expect(back).rejects.toMatchObject({ code: 'not_found' })
})
