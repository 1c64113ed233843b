import { sql } from 'drizzle-orm'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { freshName } from '#test/profiles.ts'
import { expect, redirectOf, refusalOf, statusesOf, test } from '#test/test.ts'
import { type Client, PASSWORD } from '#test/world.ts'

async function leave(browser: Client): Promise<string> {
  const { json } = await browser.post('/api/settings/delete-account', { password: PASSWORD })
  return json.purge_at
}

test('deleting an account ends all its sessions, and for 30 days a login offers to restore it', async ({
  world,
  member,
}) => {
  const elsewhere = await world.visitor().signIn(member.user)
  const purgeAt = await leave(member)
  expect(purgeAt).toBe(new Date(world.now.getTime() + 30 * DAY).toISOString())
  expect((await elsewhere.get('/api/settings/sessions')).status).toBe(401)
  world.wait(29 * DAY)
  const returning = world.visitor()
  const offer = await returning.logIn(member.user.email)
  expect(offer.status).toBe(409)
  expect(offer.json.error).toMatchObject({ code: 'account_pending_deletion', purge_at: purgeAt })
  const { restore_token } = offer.json.error
  const restored = await returning.post('/api/auth/confirm-restore', { restore_token })
  expect([restored.status, restored.json.user.uid]).toEqual([200, member.user.uid])
  expect((await returning.get('/api/settings/sessions')).status).toBe(200)
  const again = await world.visitor().post('/api/auth/confirm-restore', { restore_token })
  expect([again.status, again.json.error.code]).toEqual([401, 'session_expired'])
})

test('without JavaScript the restore offer is a page, and its form restores the account', async ({
  world,
  member,
}) => {
  await leave(member)
  const returning = world.visitor()
  const fields = { email: member.user.email ?? '', password: PASSWORD }
  const offer = await returning.submit('/login', fields)
  expect([offer.status, offer.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
  const [, restore_token = ''] = /name="restore_token" value="([^"]+)"/.exec(offer.text) ?? []
  expect(await redirectOf(returning.submit('/restore', { restore_token }))).toEqual([303, '/'])
  expect((await returning.get('/api/settings/sessions')).status).toBe(200)
  // A used or empty token redirects to the page that explains how to restore an account.
  for (const token of [restore_token, '']) {
    expect(await redirectOf(world.visitor().submit('/restore', { restore_token: token }))).toEqual([
      303,
      '/restore',
    ])
  }
})

test('a restore token needs the right password, expires after ten minutes and works once', async ({
  world,
  member,
}) => {
  await leave(member)
  const guess = await world.visitor().logIn(member.user.email, 'a guess')
  expect(guess.json.error.code).toBe('invalid_credentials')
  const tokenOf = async () =>
    (await world.visitor().logIn(member.user.email)).json.error.restore_token
  const restore = (token: string) =>
    world.visitor().post('/api/auth/confirm-restore', { restore_token: token })
  const old = await tokenOf()
  world.wait(10 * MINUTE)
  expect((await restore(old)).status).toBe(401)
  const token = await tokenOf()
  expect(await statusesOf([restore(token), restore(token)])).toEqual([200, 401])
})

test('an account deletion with a wrong password is refused', async ({ world, member }) => {
  expect(
    await refusalOf(member.post('/api/settings/delete-account', { password: 'wrong' })),
  ).toEqual([422, 'password'])
  expect((await world.reload(member.user)).purge_at).toBeNull()
})

test('the last owner cannot delete their account', async ({ world, owner }) => {
  const { status, json } = await owner.post('/api/settings/delete-account', { password: PASSWORD })
  expect([status, json.error.code]).toEqual([409, 'invalid_transition'])
  await world.member({ role: 'owner' })
  expect((await owner.post('/api/settings/delete-account', { password: PASSWORD })).status).toBe(
    200,
  )
})

test('after 30 days an account cannot be restored, even if the cron has not run', async ({
  world,
  member,
}) => {
  await leave(member)
  world.wait(30 * DAY - MINUTE)
  const { email } = member.user
  const late = await world.visitor().logIn(email)
  expect(late.json.error.code).toBe('account_pending_deletion')
  world.wait(MINUTE)
  const { status, json } = await world.visitor().logIn(email)
  expect([status, json.error]).toEqual([
    401,
    expect.objectContaining({ code: 'invalid_credentials' }),
  ])
  // The restore token itself is younger than ten minutes.
  const { restore_token } = late.json.error
  const restored = await world.visitor().post('/api/auth/confirm-restore', { restore_token })
  expect([restored.status, restored.json.error.code]).toEqual([401, 'session_expired'])
})

test('an erasure removes the name from mentions, and later events create no rows for the user', async ({
  world,
}) => {
  const name = freshName()
  const [gone, reader] = await world.members([{ username: name, level: 1 }, { level: 1 }])
  const post = await world.post({ author: gone.user })
  const mention = await reader.post(`/api/posts/${post.id}/comments`, { body: `well, @${name}` })
  const answered = (await gone.post(`/api/posts/${post.id}/comments`, { body: 'mine' })).json.id
  await leave(gone)
  world.wait(30 * DAY)
  await runOnly(['erase deleted accounts'], world.env, world.now)
  const { uid } = gone.user
  expect((await world.visitor().get(`/posts/${post.id}`)).text).not.toContain(
    `<a href="/space/${uid}">@`,
  )
  const again = await world.visitor().signIn(reader.user)
  const admin = await world.member({ role: 'admin' })
  const later = [
    await again.post(`/api/posts/${post.id}/comments`, { body: `once more, @${name}` }),
    await again.post(`/api/comments/${answered}/reply`, { body: 'still there?' }),
    await again.post(`/api/posts/${post.id}/like`),
    await again.post('/api/energy/energize', { post_id: post.id, form: 'light' }),
    await admin.post(`/api/admin/posts/${post.id}/lock`, { reason: 'old' }),
  ]
  expect([mention, ...later].map(({ status }) => status)).toEqual([201, 201, 201, 200, 200, 200])
  world.wait(DAY)
  const notices = ['send like notices', 'mail immediate notices', 'mail digests'] as const
  await runOnly([...notices, 'sum post statistics', 'find anomalies'], world.env, world.now)
  await world.db.batch([sql`UPDATE users SET exp = exp + 100 WHERE uid = ${uid}`])
  for (const table of ['notifications', 'unread_counts', 'sessions', 'folders', 'user_follows']) {
    const column = table === 'user_follows' ? 'followed_id' : 'user_id'
    const rows = await world.db.all(sql.raw(`SELECT * FROM ${table} WHERE ${column} = ${uid}`))
    expect(rows, table).toEqual([])
  }
  const names = await world.db.all(sql`SELECT name FROM comment_mentions WHERE user_id = ${uid}`)
  expect(names).toEqual([{ name: '' }])
})

test('after 30 days the cron erases the personal data of a deleted account once, and its address can register again', async ({
  world,
}) => {
  const browser = await world.member({ username: `gone${Date.now() % 1e6}` })
  await leave(browser)
  await runOnly(
    ['erase deleted accounts'],
    world.env,
    new Date(world.now.getTime() + 30 * DAY - 1000),
  )
  expect((await world.reload(browser.user)).email).toBe(browser.user.email)
  world.wait(30 * DAY)
  await runOnly(['erase deleted accounts'], world.env, world.now)
  await runOnly(['erase deleted accounts'], world.env, world.now)
  const erased = { email: null, username: null, password_hash: null, purge_at: null }
  expect(await world.reload(browser.user)).toMatchObject({ status: 'deleted', ...erased })
  const newcomer = { email: browser.user.email, password: 'long enough' }
  expect((await world.visitor().post('/api/auth/register', newcomer)).status).toBe(201)
})
