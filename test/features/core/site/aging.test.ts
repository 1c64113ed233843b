import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { AGES } from '#db/schema/ages.ts'
import { applyAges } from '#features/core/site/aging.ts'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { sumUp } from '#features/publishing/lists/hot-rank.ts'
import { addDays, DAY, dayOf } from '#kernel/clock.ts'
import { expect, test } from '#test/test.ts'
import type { World } from '#test/world.ts'
import limits from '../../../../docs/limits.md?raw'
import { writeComments } from '../../community/comments/fixtures.ts'

const ago = (world: World, days: number) => new Date(world.now.getTime() - days * DAY).toISOString()
let passes = 0
/** Runs a pass of the clean-up. A pass begins once a day, so each call is one day later. */
const pass = async (world: World, later = 0) => {
  passes += 1 + later
  const now = new Date(world.now.getTime() + passes * DAY)
  await applyAges(world.db, now)
  return now
}

test('docs/limits.md has the age of each rule', () => {
  const rows = [...limits.matchAll(/^\| .* \| (\d+) days \| `AGES\.(\w+)`/gm)].map(
    ([, days, name]) => [name, Number(days)],
  )
  expect(Object.fromEntries(rows)).toEqual(AGES)
})

test('old notices are deleted, and the unread counts stay right', async ({ world, member }) => {
  const { uid } = member.user
  const notices = [
    ...[10, 150, 200, 400].map((days) => ({ read: 1, days })),
    ...[10, 200, 340, 370, 400].map((days) => ({ read: 0, days })),
  ]
  await world.db.batch(
    notices.map(
      ({ read, days }) => sql`
        INSERT INTO notifications (id, user_id, kind, category, read, created_at)
        SELECT COALESCE(MAX(id), 0) + 1, ${uid}, 'NotifySystem', 'system', ${read}, ${ago(world, days)} FROM notifications`,
    ),
  )
  await pass(world)
  const left = await world.db.all(
    sql`SELECT read, created_at FROM notifications WHERE user_id = ${uid} ORDER BY id`,
  )
  expect(left).toHaveLength(5)
  expect((await member.get('/api/messages/unread')).json.unread).toBe(3)
})

test('of revisions older than a year, the last of each month stays, and the quota counts those that stay', async ({
  world,
  author,
  post,
}) => {
  const months = ['2020-01-03', '2020-01-20', '2020-02-01', '2020-02-28', dayOf(world.now)]
  await world.db.batch(
    months.map(
      (day, n) => sql`
        INSERT INTO post_revisions (post_id, version, saved_at, status, title, image_keys, content)
        VALUES (${post.id}, ${n + 1}, ${`${day}T08:00:00.000Z`}, 'approved', 'T', '[]', 'words')`,
    ),
  )
  await pass(world)
  const left = await world.db.all(
    sql`SELECT version FROM post_revisions WHERE post_id = ${post.id}`,
  )
  expect(left).toEqual([{ version: 2 }, { version: 4 }, { version: 5 }])
  const stats = await world.db.first(
    sql`SELECT revisions FROM author_stats WHERE user_id = ${author.user.uid}`,
  )
  expect(stats).toEqual({ revisions: 3 })
})

/** An author with a post that got likes, comments and views on old days and today, summed up. */
async function authorWithFigures(world: World) {
  const [author, ...readers] = await world.members([
    { level: 3 },
    { level: 2 },
    { level: 2 },
    { level: 2 },
  ])
  const post = await world.post({ author: author.user })
  const old = ['2020-03-01', '2020-03-05', '2020-03-31', '2020-04-02']
  const recent = dayOf(world.now)
  await world.db.batch(
    [...old, recent].flatMap((day, n) => [
      sql`
        INSERT INTO post_likes (user_id, post_id, created_at)
        SELECT ${readers[n]?.user.uid ?? null}, ${post.id}, ${`${day}T04:00:00.000Z`} WHERE ${n} < 3`,
      sql`
        INSERT INTO comments (post_id, author_id, body, created_at)
        VALUES (${post.id}, ${readers[0]?.user.uid ?? 0}, ${`On ${day}`}, ${`${day}T04:00:00.000Z`})`,
      sql`
        INSERT INTO post_days (post_id, day, author_id, views) VALUES (${post.id}, ${day}, ${author.user.uid}, 7)
        ON CONFLICT (post_id, day) DO UPDATE SET views = views + 7`,
    ]),
  )
  await author.get('/messages')
  await sumUp(world.db)
  return { author, readers, post, recent }
}

test('the figures of old days are summed to months, and every total stays right', async ({
  world,
}) => {
  const { author, post, recent } = await authorWithFigures(world)
  const figures = async () => ({
    post: await world.db.first(sql`
      SELECT likes_count, comments_count, SUM(d.likes) AS likes, SUM(d.comments) AS comments, SUM(d.views) AS views,
        SUM(d.summed_views) AS summed FROM posts p JOIN post_days d ON d.post_id = p.id WHERE p.id = ${post.id}`),
    author: await world.db.first(
      sql`SELECT likes, comments, views FROM author_stats WHERE user_id = ${author.user.uid}`,
    ),
    overview: (await author.get('/api/studio/overview')).json,
    daily: await world.db.first(sql`
      SELECT SUM(likes) AS likes, SUM(views) AS views FROM author_daily WHERE author_id = ${author.user.uid}`),
  })
  const before = await figures()
  expect(before.author).toEqual({ likes: 3, comments: 5, views: 35 })
  await pass(world)
  expect(await figures()).toEqual(before)
  const days = (table: string) =>
    world.db.all(
      sql`SELECT day FROM ${sql.raw(table)} WHERE author_id = ${author.user.uid} ORDER BY day`,
    )
  const expected = ['2020-03-01', '2020-04-01', recent].map((day) => ({ day }))
  expect(await days('post_days')).toEqual(expected)
  expect(await days('author_daily')).toEqual(expected)
})

test('an old like or comment that is deleted is subtracted from the totals', async ({ world }) => {
  const { author, readers, post } = await authorWithFigures(world)
  await pass(world)
  // The day of the like and of the comment is merged, so its month has the figures.
  expect((await readers[1]?.post(`/api/posts/${post.id}/like`))?.json.likes_count).toBe(2)
  const [comment] = await world.db.all<{ id: number }>(
    sql`SELECT id FROM comments WHERE post_id = ${post.id} AND body = 'On 2020-04-02'`,
  )
  expect((await author.delete(`/api/comments/${comment?.id}`)).status).toBe(204)
  expect((await author.get('/api/studio/overview')).json).toMatchObject({
    likes: 2,
    comments: 4,
    views: 35,
  })
  await sumUp(world.db)
  await pass(world)
  expect((await author.get('/api/studio/overview')).json).toMatchObject({
    likes: 2,
    comments: 4,
    views: 35,
  })
  expect(await checkInvariants(world.db, world.now, { restart: true })).toMatchObject({
    failures: {},
    ok: true,
  })
})

test('a run of the clean-up makes a limited number of steps, and the next runs continue after a failure', async ({
  world,
  member,
}) => {
  const { uid } = member.user
  await world.db.batch([
    sql`
      INSERT INTO notifications (id, user_id, kind, category, read, created_at)
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
      SELECT (SELECT COALESCE(MAX(id), 0) FROM notifications) + i, ${uid}, 'NotifySystem', 'system', 1, ${ago(world, 200)} FROM n`,
  ])
  const left = async () =>
    (
      await world.db.first<{ rows: number }>(
        sql`SELECT COUNT(*) AS rows FROM notifications WHERE user_id = ${uid}`,
      )
    )?.rows
  const now = await pass(world)
  const rest = (await left()) ?? 0
  expect(rest).toBeGreaterThanOrEqual(10_000)
  expect(rest).toBeLessThan(50_000)
  const batch = vi.fn(() => Promise.reject(new Error('the database failed')))
  await expect(applyAges({ ...world.db, batch: batch as never }, now)).rejects.toThrow('failed')
  await applyAges(world.db, now)
  expect(await left()).toBe(0)
  // One more pass on the same day costs one read.
  await applyAges(world.db, now)
  const all = vi.fn(world.db.first)
  await applyAges({ ...world.db, first: all as never }, now)
  expect(all).toHaveBeenCalledTimes(1)
})

const rowsOf = (world: World, query: string) => world.db.all(sql.raw(query))

test('the cron deletes old addresses and texts of the audit log, which no other change can', async ({
  world,
  member,
  admin,
}) => {
  const [{ uid }, actor] = [member.user, admin.user.uid]
  const entry = (days: number) => sql`
    INSERT INTO audit_log (actor_id, action, target_type, target_id, subject_id, before, after, ip, created_at)
    VALUES (${actor}, 'test', 'user', ${uid}, ${uid}, '{"title":"old","status":"active"}', NULL, '10.0.0.1', ${ago(world, days)})`
  await world.db.batch([800, 400, 10].map(entry))
  await pass(world)
  expect(
    await rowsOf(world, `SELECT before, ip FROM audit_log WHERE actor_id = ${actor} ORDER BY id`),
  ).toEqual([
    { before: '{"status":"active"}', ip: '' },
    { before: '{"title":"old","status":"active"}', ip: '' },
    { before: '{"title":"old","status":"active"}', ip: '10.0.0.1' },
  ])
  // Only the rule of age may do this.
  await expect(
    world.db.batch([sql`UPDATE audit_log SET ip = '' WHERE actor_id = ${actor} AND ip <> ''`]),
  ).rejects.toThrow()
})

test('the cron deletes rooms without listeners', async ({ world }) => {
  const [old, recent] = await world.users([{}, {}])
  const topic = (id: number, days: number) => sql`
    INSERT INTO live_topics (kind, id, day) VALUES ('user', ${id}, ${addDays(dayOf(world.now), -days)})`
  await world.db.batch([topic(old.uid, 40), topic(recent.uid, 5)])
  await pass(world)
  expect(
    await rowsOf(world, `SELECT id FROM live_topics WHERE id IN (${old.uid}, ${recent.uid})`),
  ).toEqual([{ id: recent.uid }])
})

test('the recipients of a letter go 90 days after its end, and its figures stay', async ({
  world,
  author,
}) => {
  const letter = (id: number, endedAt: string | null) => sql`
    INSERT INTO letters (id, author_id, due_at, state, sent, created_at, ended_at)
    VALUES (${id}, ${author.user.uid}, ${ago(world, 120)}, ${endedAt ? 'sent' : 'sending'}, 1, ${ago(world, 120)}, ${endedAt})`
  const letters = [9_001, 9_002, 9_003]
  await world.db.batch([
    letter(9_001, ago(world, 110)),
    letter(9_002, ago(world, 20)),
    letter(9_003, null),
    ...letters.map(
      (id) => sql`
        INSERT INTO letter_sends (letter_id, subscriber_id, state) VALUES (${id}, 1, 'sent')`,
    ),
  ])
  await pass(world)
  const left = await world.db.all(
    sql`SELECT letter_id FROM letter_sends WHERE letter_id IN ${letters} ORDER BY letter_id`,
  )
  expect(left).toEqual([{ letter_id: 9_002 }, { letter_id: 9_003 }])
  expect(await rowsOf(world, 'SELECT sent FROM letters WHERE id = 9001')).toEqual([{ sent: 1 }])
})

// This test is the last, because the passes after it would be 400 days later.
test('the cron deletes old sign-ins, but a user keeps the newest one at any age', async ({
  world,
  member: { user },
}) => {
  const signIn = (days: number) => sql`
    INSERT INTO sign_ins (user_id, sid, ip, user_agent, language, created_at)
    VALUES (${user.uid}, 'sid', '10.0.0.1', 'agent', 'en', ${ago(world, days)})`
  await world.db.batch([500, 400, 366, 10].map(signIn))
  const count = `SELECT COUNT(*) AS rows FROM sign_ins WHERE user_id = ${user.uid}`
  await pass(world)
  expect(await rowsOf(world, count)).toEqual([{ rows: 1 }])
  await pass(world, 400)
  expect(await rowsOf(world, count)).toEqual([{ rows: 1 }])
})

test('the text, mentions and likes of a comment go 30 days after its deletion, and its row and its replies stay', async ({
  world,
  author,
  reader,
  post,
}) => {
  const [root, kept] = await writeComments(reader, post.id, 2)
  await writeComments(author, post.id, 1, root)
  await world.db.batch([
    sql`INSERT INTO comment_mentions (comment_id, user_id, name) VALUES (${root}, ${author.user.uid}, 'author')`,
    sql`INSERT INTO comment_likes (comment_id, user_id, created_at) VALUES (${root}, ${author.user.uid}, ${ago(world, 50)})`,
  ])
  const passed = await pass(world)
  const deleted = (days: number) =>
    world.db.batch([
      sql`
        UPDATE comments SET deleted_at = ${new Date(passed.getTime() - days * DAY).toISOString()}
        WHERE id = ${root}`,
    ])
  await deleted(20)
  const stored = () =>
    world.db.first(sql<{ body: string; likes_count: number; mentions: number }>`
      SELECT body, likes_count, (SELECT COUNT(*) FROM comment_mentions WHERE comment_id = c.id) AS mentions
      FROM comments c WHERE id = ${root}`)
  const before = await stored()
  expect(before).toMatchObject({ likes_count: 1, mentions: 1 })
  await pass(world)
  expect(await stored()).toEqual(before)
  await world.db.batch([sql`UPDATE comments SET deleted_at = ${ago(world, 40)} WHERE id = ${root}`])
  await pass(world)
  expect(await stored()).toEqual({ body: '', likes_count: 0, mentions: 0 })
  const { items } = (await world.visitor().get(`/api/posts/${post.id}/comments?sort=old`)).json
  expect(items).toMatchObject([
    { id: root, deleted: true, replies_count: 1, replies: [{ root_id: root }] },
    { id: kept, body: 'No. 1' },
  ])
  await checkInvariants(world.db, world.now)
})

test('a comment that "Ban and hide" deleted keeps its text while the action can be undone', async ({
  world,
  reader,
  admin,
  post,
}) => {
  const [id] = await writeComments(reader, post.id, 1)
  const { uid } = reader.user
  await admin.post(`/api/admin/users/${uid}/hide`, { reason: 'a reason' })
  await world.db.batch([
    sql`UPDATE comments SET deleted_at = ${ago(world, 40)} WHERE id = ${id} AND deleted_at IS NOT NULL`,
  ])
  const body = () =>
    world.db.first(sql`SELECT body, deleted_at IS NOT NULL AS gone FROM comments WHERE id = ${id}`)
  await pass(world)
  expect(await body()).toEqual({ body: 'No. 0', gone: 1 })
})
