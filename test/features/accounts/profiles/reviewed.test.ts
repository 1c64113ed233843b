import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { freshName, put, tasksOf } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { freshEmail, World } from '#test/world.ts'

beforeEach(() => new World().setting('audit.enabled', true))

test('while reviews are on, a change waits and is not visible', async ({ world, member }) => {
  const username = freshName()
  const { status, json } = await put(member, { username, signature: 'hello' })
  expect(status).toBe(202)
  expect(json.user).toMatchObject({ username: null, signature: '', exp: 0 })
  expect(json.review).toEqual({ id: expect.any(Number), status: 'pending', username, signature: 'hello', cost: 0 })
  expect(await tasksOf(world, member.user)).toEqual([])
  expect((await member.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: json.review })
})

test('a pending username is taken for other users, in any Unicode form', async ({ world }) => {
  const username = `Zoë${freshName().slice(0, 10)}`
  await put(await world.member(), { username })
  const other = await world.member()
  expect((await put(other, { username: username.toUpperCase() })).json.error.code).toBe('username_taken')
  await world.setting('audit.enabled', false)
  expect((await put(other, { username: username.normalize('NFD') })).json.error.code).toBe('username_taken')
  const email = freshEmail()
  const registration = { email, password: 'long enough', username: username.toLowerCase() }
  expect(await refusalOf(world.visitor().post('/api/auth/register', registration))).toEqual([409, 'username_taken'])
  expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${email}`)).toEqual([])
})

test('the audit status is about the viewer only, and null if nothing is pending', async ({ world }) => {
  await put(await world.member(), { signature: 'mine' })
  const other = await world.member()
  expect((await other.get('/api/settings/audit-status')).json).toEqual({ audit_enabled: true, review: null })
})
