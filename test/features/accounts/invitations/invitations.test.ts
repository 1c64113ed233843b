import { sql } from 'drizzle-orm'
import { eraseDeletedAccounts } from '#features/accounts/deletion/erasure.ts'
import { asCode, OPEN_INVITATIONS_MAX } from '#features/accounts/invitations/invitations.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { useUp } from '#test/limits.ts'
import { isLong, LONG } from '#test/long.ts'
import { expect, refusalOf } from '#test/test.ts'
import { World } from '#test/world.ts'
import { concurrentRegistrations, invite, join, newcomer, test } from './fixtures.ts'

test('an invite-only site accepts people with an invitation, and lists them for the inviter', async ({
  world,
  inviter,
}) => {
  for (const code of [undefined, '', 'AAAA-BBBB-CCCC'])
    expect(await refusalOf(join(world, code))).toEqual([403, 'invitation_required'])
  const { json: made } = await inviter.post('/api/invitations', { uses: 2, days: 3 })
  expect(made.url).toBe(`http://joule.test/register?invitation=${made.code}`)
  expect(made.expires_at).toBe(new Date(world.now.getTime() + 3 * DAY).toISOString())
  const joined = await join(world, made.code)
  expect(joined.status, joined.text).toBe(201)
  const { json } = await inviter.get('/api/invitations')
  expect(json.items).toMatchObject([
    {
      code: made.code,
      url: made.url,
      state: 'open',
      uses: 2,
      used: 1,
      joined: [{ uid: joined.json.user.uid }],
    },
  ])
})

test('a code can be typed in lower case, with spaces and with O, I and L for digits', async ({
  world,
  inviter,
}) => {
  const code = await invite(inviter)
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){2}$/)
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')
  expect((await join(world, typed)).status).toBe(201)
  expect(asCode('ilOo-1234 abcd')).toBe('1100-1234-ABCD')
})

test('with open registration, a valid invitation is recorded, and a wrong invitation is refused', async ({
  world,
}) => {
  const inviter = await world.member({ level: 2 })
  expect((await join(world, await invite(inviter))).status).toBe(201)
  expect(await refusalOf(join(world, 'AAAA-BBBB-CCCC'))).toEqual([422, 'invitation'])
  expect((await world.visitor().get('/register')).text).not.toContain('name="invitation"')
})

test('closed registration refuses people with an invitation too', async ({ world, inviter }) => {
  const code = await invite(inviter)
  await world.setting('registration.enabled', false)
  expect(await refusalOf(join(world, code))).toEqual([403, 'forbidden'])
})

test(
  'concurrent registrations with one code create exactly as many accounts as it has uses',
  LONG,
  ({ inviter }) =>
    isLong ? concurrentRegistrations(inviter, 1_000, 10) : concurrentRegistrations(inviter, 12, 4),
)

test('an invitation has 1 to 10 uses and 1 to 30 days', async () => {
  const member = await new World().member({ level: 2 })
  for (const wrong of [
    { uses: 0 },
    { uses: 11 },
    { uses: 1.5 },
    { days: 0 },
    { days: 31 },
    { days: '7' },
  ]) {
    const response = await member.post('/api/invitations', { uses: 1, days: 1, ...wrong })
    expect([response.status, Object.keys(response.json.error.fields)]).toEqual([
      422,
      Object.keys(wrong),
    ])
  }
})

test('a person has at most five open invitations, also with concurrent requests', async ({
  writer: member,
}) => {
  const responses = await Promise.all(
    Array.from({ length: OPEN_INVITATIONS_MAX + 3 }, (_, n) =>
      member.post('/api/invitations', { uses: 1, days: n === 0 ? 1 : 7 }),
    ),
  )
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(OPEN_INVITATIONS_MAX)
  const wait = responses.find(({ status }) => status === 429)?.headers.get('retry-after')
  expect([DAY / 1000, (7 * DAY) / 1000]).toContain(Number(wait))
})

test('the list of invitations has pages', async ({ writer: member }) => {
  const codes = [await invite(member), await invite(member), await invite(member)]
  const first = (await member.get('/api/invitations?limit=2')).json
  const second = (await member.get(`/api/invitations?limit=2&cursor=${first.next_cursor}`)).json
  expect([...first.items, ...second.items].map(({ code }) => code)).toEqual(codes.toReversed())
  expect(second.next_cursor).toBeNull()
})

test('wrong invitation codes are limited per IP address, valid codes are not', async ({
  world,
  inviter,
  visitor: browser,
}) => {
  const code = await invite(inviter)
  await useUp(world, `ip:${browser.ip}`, 'token', 2)
  for (let n = 0; n < 3; n++)
    expect((await browser.get(`/register?invitation=${code}`)).status).toBe(200)
  for (const invitation of ['AAAA-BBBB-1000', 'AAAA-BBBB-1001']) {
    const response = await browser.post('/api/auth/register', { ...newcomer(), invitation })
    expect(response.json.error.code).toBe('invitation_required')
  }
  const blocked = await browser.post('/api/auth/register', { ...newcomer(), invitation: code })
  expect([blocked.status, blocked.json.error.code]).toEqual([429, 'rate_limited'])
  expect((await browser.get('/register?invitation=AAAA-BBBB-CCCC')).status).toBe(429)
})

test('the page of an invitation shows the inviter, and its form registers without JavaScript', async ({
  inviter,
  visitor: browser,
}) => {
  const code = await invite(inviter)
  const page = await browser.get(`/register?invitation=${code}`)
  expect(page.text).toContain(`${inviter.user.username} invites you to join.`)
  expect(page.text).toContain(`value="${code}"`)
  const invalid = await browser.get('/register?invitation=AAAA-BBBB-CCCC')
  expect(invalid.text).toContain('This invitation is wrong, expired or used up.')
  const wrong = { ...newcomer(), username: '', invitation: 'AAAA-BBBB-CCCC', challenge: '' }
  const refused = await browser.submit('/register', wrong)
  expect([refused.status, refused.text.includes('The code may be wrong')]).toEqual([403, true])
  const sent = await browser.submit('/register', { ...newcomer(), username: '', invitation: code })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/welcome'])
})

test('the admin page of a person shows the inviter and the invited people', async ({
  world,
  inviter,
  admin,
}) => {
  const code = await invite(inviter, { uses: 3 })
  const uids: number[] = []
  for (let n = 0; n < 3; n++) uids.push((await join(world, code)).json.user.uid)
  const [uid = 0] = uids
  expect((await admin.get(`/api/admin/users/${uid}`)).json.invited_by.uid).toBe(inviter.user.uid)
  expect((await admin.get(`/api/admin/users/${inviter.user.uid}`)).json.invited_by).toBeNull()
  const path = `/api/admin/users?invited_by=${inviter.user.uid}&limit=2`
  const first = (await admin.get(path)).json
  const second = (await admin.get(`${path}&cursor=${first.next_cursor}`)).json
  expect([...first.items, ...second.items].map(({ uid }) => uid)).toEqual(uids.toReversed())
  expect((await admin.get(`/admin/users/${uid}`)).text).toContain(
    `/admin/users/${inviter.user.uid}`,
  )
  expect((await admin.get(`/admin/users/${inviter.user.uid}`)).text).toContain(
    `/admin/users/${uid}`,
  )
  for (const typed of [inviter.user.uid, inviter.user.username]) {
    expect((await admin.get(`/admin/users?invited_by=${typed}`)).text).toContain(
      `/admin/users/${uid}`,
    )
  }
})

test('the export contains the invitations, the invited people and the inviter', async ({
  world,
  inviter,
}) => {
  const code = await invite(inviter)
  const browser = world.visitor()
  const { json } = await browser.post('/api/auth/register', { ...newcomer(), invitation: code })
  const ofInviter = (await inviter.get('/api/settings/export')).json
  expect(ofInviter.invitations).toMatchObject([{ code, uses: 1, used: 1 }])
  expect(ofInviter.invited_people).toMatchObject([{ uid: json.user.uid }])
  const ofInvited = (await browser.get('/api/settings/export')).json
  expect(ofInvited.invited_by).toMatchObject([
    { uid: inviter.user.uid, username: inviter.user.username },
  ])
})

test('an erasure ends the invitations of the user, and the invited people keep their accounts', async ({
  world,
  inviter,
  admin,
}) => {
  const code = await invite(inviter, { uses: 2 })
  const { uid } = (await join(world, code)).json.user
  await world.db.batch([
    sql`UPDATE users SET purge_at = ${world.now.toISOString()} WHERE uid = ${inviter.user.uid}`,
  ])
  await eraseDeletedAccounts(world.db, world.now)
  expect((await join(world, code)).status).toBe(403)
  const { invited_by } = (await admin.get(`/api/admin/users/${uid}`)).json
  expect(invited_by).toMatchObject({ uid: inviter.user.uid, display_name: 'Deleted user' })
})

test('the cron deletes unused invitations that expired a month ago', async ({ world, inviter }) => {
  const [used, unused] = [await invite(inviter, { days: 1 }), await invite(inviter, { days: 1 })]
  await join(world, used)
  world.wait(30 * DAY)
  await runOnly(['delete old invitations and challenges'], world.env, world.now)
  const codes = () =>
    world.db.all(
      sql<{ code: string }>`SELECT code FROM invitations WHERE creator_id = ${inviter.user.uid}`,
    )
  expect((await codes()).map(({ code }) => code)).toEqual([used, unused])
  world.wait(DAY)
  await runOnly(['delete old invitations and challenges'], world.env, world.now)
  expect((await codes()).map(({ code }) => code)).toEqual([used])
})
