import { getTableColumns, getTableName, sql } from 'drizzle-orm'
import { exportsOf } from '#db/schema/facts.ts'
import { TABLES } from '#db/schema/index.ts'
import { factsOf } from '#db/schema/stored.ts'
import { GHOST_FILES, GHOST_TABLES } from '#features/pages/exports/archive.ts'
import { EXPORTED_TABLES, pageOf } from '#features/pages/exports/exported-tables.ts'
import { planOf } from '#test/cost.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'
import { Binding } from '../../core/mail/fixtures.ts'
import { piecesOf } from './all-steps.ts'

test('the export has every table that its description puts there, under these names', () => {
  const described = TABLES.flatMap((table) =>
    exportsOf(table).map((name) => `${name}: ${getTableName(table)}`),
  )
  const exported = Object.entries(EXPORTED_TABLES).map(([name, { table }]) => `${name}: ${table}`)
  expect(exported.sort()).toEqual(described.sort())
})

test('every table with a column that references a user says whose its rows are', () => {
  const unowned = TABLES.filter(
    (table) =>
      factsOf(table).of === null &&
      Object.keys(getTableColumns(table)).some((name) =>
        /^(user|author|actor|owner|subject|creator|admin)_id$/.test(name),
      ),
  )
  // Triggers refuse a write with these tables, which never have a row.
  expect(unowned.map(getTableName).sort()).toEqual([
    'new_check_ins',
    'over_quota',
    'session_checks',
  ])
})

test('the export has these columns of an account, in this order: given, recorded, told', () => {
  expect(EXPORTED_TABLES.account?.columns).toBe(
    "email, username, signature, fediverse, '/images/' || avatar_key AS avatar_url, " +
      'followers_public, time_zone, browser_time_zone, hides_ai, uid, role, status, ban_ends_at, ' +
      'silenced_at, silence_ends_at, email_verified_at, email_asserted, email_unreachable_at, ' +
      'created_at, purge_at, exp, energy, followers_count, following_count, is_regular, ' +
      'ban_reason, silence_reason',
  )
})

test('the export contains the decisions of admins, but neither their names nor anything that they wrote for other people', async ({
  world,
}) => {
  const username = `a${crypto.randomUUID().slice(0, 8)}`
  const [author, reporter, admin] = await world.members([
    { level: 3 },
    { level: 3 },
    { role: 'admin', username },
  ])
  const post = await world.post({ author: author.user })
  await reporter.post('/api/reports', {
    post_id: post.id,
    reason: 'other',
    text: 'The words of a reporter',
  })
  const note = 'Thanks, we banned the spammer'
  await admin.post(`/api/admin/reports/post/${post.id}/close`, { decision: 'kept', note })
  await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'Told to the author' })
  const { json, text } = await author.get('/api/settings/export')
  expect(
    json.decisions.map(({ action, reason }: { action: string; reason: string }) => [
      action,
      reason,
    ]),
  ).toEqual([
    ['report.close', null],
    ['post.lock', 'Told to the author'],
  ])
  expect(json.notifications.at(-1)).toMatchObject({
    actor: null,
    data: { reason: 'Told to the author' },
  })
  for (const hidden of [note, 'The words of a reporter', username])
    expect(text).not.toContain(hidden)
})

/** The export of an author who has posts of every kind and has met a friend. */
async function exportOfAuthor(world: World) {
  const [author, friend] = await world.members([
    {},
    { username: `f${crypto.randomUUID().slice(0, 8)}` },
  ])
  for (const status of ['draft', 'pending', 'approved', 'rejected'] as const) {
    await world.post({ author: author.user, title: `A ${status}`, status })
  }
  const [theirs, mine] = await world.posts([
    { author: friend.user, title: 'The secret of a friend', status: 'approved' },
    { author: author.user, title: 'Gone', status: 'approved' },
  ])
  await friend.post(`/api/posts/${mine.id}/comments`, { body: 'The words of a friend' })
  await author.delete(`/api/studio/posts/${mine.id}`)
  await author.post(`/api/posts/${theirs.id}/comments`, { body: 'My own words' })
  await author.post(`/api/posts/${theirs.id}/like`)
  await author.post(`/api/posts/${theirs.id}/favorite`)
  await author.post(`/api/users/${friend.user.uid}/follow`)
  await friend.post(`/api/users/${author.user.uid}/follow`)
  await world.db.batch([
    sql`INSERT INTO user_check_ins (user_id, day, created_at) VALUES (${author.user.uid}, '2020-01-01', ${world.now.toISOString()})`,
  ])
  return { friend, theirs, mine, ...(await author.get('/api/settings/export')) }
}

test('the export is a file with every exported table', async ({ world }) => {
  const { json, headers } = await exportOfAuthor(world)
  expect(headers.get('content-disposition')).toContain('attachment')
  expect(Object.keys(json)).toEqual(['exported_at', 'site', ...Object.keys(EXPORTED_TABLES)])
})

test('the export has the posts of the user in every status, the deleted ones and their history', async ({
  world,
}) => {
  const { json, mine } = await exportOfAuthor(world)
  const titles = (posts: { title: string }[]) => posts.map(({ title }) => title)
  expect(titles(json.posts)).toEqual(['A approved', 'A draft', 'A pending', 'A rejected'])
  expect(titles(json.deleted_posts)).toEqual(['Gone'])
  expect(
    json.post_moves.filter(({ post_id }: { post_id: number }) => post_id === mine.id),
  ).toHaveLength(1)
})

test('the export has what the user did on the site', async ({ world }) => {
  const { json, theirs } = await exportOfAuthor(world)
  expect(json.comments).toMatchObject([{ post_id: theirs.id, body: 'My own words' }])
  expect(json.likes).toMatchObject([{ post_id: theirs.id }])
  expect(json.folder_items).toMatchObject([{ post_id: theirs.id }])
  expect(json.check_ins).toMatchObject([{ day: '2020-01-01' }])
  expect(json.energy.length).toBeGreaterThan(0)
  expect(json.notifications.length).toBeGreaterThan(0)
})

test('the export has the names of other users, but neither their texts nor any secret', async ({
  world,
}) => {
  const { json, text, friend } = await exportOfAuthor(world)
  expect(json.following).toMatchObject([{ uid: friend.user.uid, username: friend.user.username }])
  expect(json.followers).toMatchObject([{ uid: friend.user.uid, username: friend.user.username }])
  for (const secret of [
    'The secret of a friend',
    'The words of a friend',
    friend.user.email,
    'password',
    'generation',
  ]) {
    expect(text).not.toContain(secret)
  }
})

test('the export has the letters that a member gets, and the settings of an author', async ({
  world,
}) => {
  world.env = {
    ...world.env,
    LETTERS: new Binding(),
    LETTERS_FROM: 'News <news@letters.joule.test>',
  }
  const author = await world.member({ isVerified: true })
  await author.put('/api/letters/mine', { kind: 'site', cadence: 'weekly' })
  await author.put('/api/studio/letters', { content: 'whole' })
  const { json } = await author.get('/api/settings/export')
  expect(json.letter_settings).toEqual([{ content: 'whole', blocked_at: null }])
  expect(json.letter_subscriptions).toMatchObject([{ kind: 'site', ref: '', cadence: 'weekly' }])
})

test.each([
  ...Object.entries(EXPORTED_TABLES),
  ...Object.entries({ ...GHOST_TABLES, ...GHOST_FILES }).map(
    ([name, source]) => [`${name} for Ghost`, source] as const,
  ),
])('the export reads %s with an index', async (_name, source) => {
  expect(await planOf(new World().db, pageOf(source, 10001, null))).not.toMatch(
    /SCAN (?!CONSTANT|tag VIRTUAL TABLE)/,
  )
})

test('two megabytes of comments are exported in many small pages', async ({
  world,
  member: author,
}) => {
  const post = await world.post({ author: author.user, status: 'approved' })
  await world.db.batch([
    sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
        INSERT INTO comments (post_id, author_id, body, created_at)
        SELECT ${post.id}, ${author.user.uid}, ${'w'.repeat(1_000)}, ${world.now.toISOString()} FROM n`,
  ])
  const pieces = await piecesOf(world, author.user.uid, 'json')
  expect(Math.max(...pieces.map(({ byteLength }) => byteLength))).toBeLessThan(1_000_000)
  const { comments } = JSON.parse(await new Blob(pieces).text())
  expect(comments).toHaveLength(2_000)
  expect(new Set(comments.map(({ id }: { id: number }) => id)).size).toBe(2_000)
})
