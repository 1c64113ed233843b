import { sql } from 'drizzle-orm'
import { MINUTE } from '#kernel/clock.ts'
import { SESSION_FRESH_FOR } from '#kernel/session-age.ts'
import { expect, test } from '#test/test.ts'

const PATH = '/api/settings/fediverse'

test('the Fediverse address credits the author in the head of a post and is linked in the space, until it is removed', async ({
  world,
  member,
  visitor,
}) => {
  const { id } = await world.post({ author: member.user })
  const shown = async () => [
    (await visitor.get(`/posts/${id}`)).text.includes(
      '<meta name="fediverse:creator" content="@Ada@social.example">',
    ),
    (await visitor.get(`/space/${member.user.uid}`)).text.includes(
      '<a href="https://social.example/@Ada" rel="me nofollow ugc noopener">@Ada@social.example</a>',
    ),
  ]
  expect((await member.get(PATH)).json).toEqual({ address: null })
  expect(await shown()).toEqual([false, false])
  expect((await member.put(PATH, { address: ' Ada@Social.Example ' })).json).toEqual({
    address: '@Ada@social.example',
  })
  expect(await shown()).toEqual([true, true])
  expect((await member.get('/settings?tab=profile')).text).toContain('value="@Ada@social.example"')
  expect((await member.put(PATH, { address: '' })).json).toEqual({ address: null })
  expect(await shown()).toEqual([false, false])
  await member.put(PATH, { address: '@Ada@social.example' })
  await world.db.batch([sql`UPDATE users SET status = 'banned' WHERE uid = ${member.user.uid}`])
  world.wait(MINUTE)
  expect(await shown()).toEqual([false, false])
})

test('a Fediverse address must name a user and a domain', async ({ member }) => {
  const wrong = [
    'ada',
    '@ada',
    '@ada@host',
    '@ada@127.0.0.1',
    '@ada@[::1]',
    '@a b@host.example',
    '@@host.example',
    '.ada@host.example',
    '@.ada@host.example',
    '@ada.@host.example',
    '@-ada@host.example',
    '@ada-@host.example',
    '@ada@.host.example',
    '@ada@host..example',
  ]
  const hostile = [
    '@ada@host.example/x',
    '@ada@host.example:80',
    '@ada@x@host.example',
    '"><b>@ada@host.example',
  ]
  for (const address of [...wrong, ...hostile, `@ada@${'x.'.repeat(100)}example`, 5])
    expect([address, (await member.put(PATH, { address })).status]).toEqual([address, 422])
  expect((await member.get(PATH)).json).toEqual({ address: null })
})

test('a Fediverse address may have one letter, and dots and hyphens inside', async ({ member }) => {
  for (const address of [
    '@a@host.example',
    '@a.b-c_@sub.host.example',
    `@${'a'.repeat(64)}@b.example`,
  ])
    expect((await member.put(PATH, { address })).json).toEqual({ address })
})

test('a Fediverse address is refused for blocked hosts, for newcomers with limited links and for silenced members', async ({
  world,
  owner,
  member,
}) => {
  const put = async (address: string) => (await member.put(PATH, { address })).json.error
  const host = `${crypto.randomUUID()}.example`
  const { json } = await owner.get('/api/admin/blocked-hosts')
  await owner.put('/api/admin/blocked-hosts', { hosts: [...json.hosts, host] })
  expect((await put(`@ada@sub.${host}`)).fields.address).toContain(host)
  await owner.put('/api/admin/blocked-hosts', { hosts: json.hosts })
  await world.setting('links.newcomers_limited', true)
  expect(Object.keys((await put('@ada@social.example')).fields)).toEqual(['address'])
  await world.setting('links.newcomers_limited', false)
  await world.db.batch([
    sql`UPDATE users SET silenced_at = ${world.now.toISOString()} WHERE uid = ${member.user.uid}`,
  ])
  expect((await put('@ada@social.example')).code).toBe('silenced')
  expect((await member.get(PATH)).json).toEqual({ address: null })
})

test('a stale session cannot change the Fediverse address', async ({ world, member }) => {
  world.wait(SESSION_FRESH_FOR)
  const response = await member.put(PATH, { address: '@thief@social.example' })
  expect([response.status, response.json.error.code]).toEqual([403, 'confirmation_required'])
  expect((await member.get(PATH)).json).toEqual({ address: null })
})
