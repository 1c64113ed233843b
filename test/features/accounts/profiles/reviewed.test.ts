import { sql } from 'drizzle-orm'
import { beforeEach } from 'vitest'
import { freshName, put } from '#test/profiles.ts'
import { expect, refusalOf, test } from '#test/test.ts'
import { freshEmail, World } from '#test/world.ts'

beforeEach(() => new World().setting('audit.enabled', true))

test('a pending username is taken for other users, in any Unicode form', async ({
  world,
  member: other,
}) => {
  const username = `Zoë${freshName().slice(0, 10)}`
  await put(await world.member(), { username })
  expect((await put(other, { username: username.toUpperCase() })).json.error.code).toBe(
    'username_taken',
  )
  await world.setting('audit.enabled', false)
  expect((await put(other, { username: username.normalize('NFD') })).json.error.code).toBe(
    'username_taken',
  )
  const email = freshEmail()
  const registration = { email, password: 'long enough', username: username.toLowerCase() }
  expect(await refusalOf(world.visitor().post('/api/auth/register', registration))).toEqual([
    409,
    'username_taken',
  ])
  expect(await world.db.all(sql`SELECT 1 FROM users WHERE email = ${email}`)).toEqual([])
})

test('the review status of a profile is visible only to its user, and null if nothing is pending', async ({
  world,
}) => {
  const [member, other] = await world.members([{}, {}])
  const { review } = (await put(member, { signature: 'mine' })).json
  expect(review).toMatchObject({ status: 'pending', signature: 'mine' })
  for (const [by, own] of [[member, review] as const, [other, null] as const])
    expect((await by.get('/api/settings/audit-status')).json).toEqual({
      audit_enabled: true,
      review: own,
    })
})
