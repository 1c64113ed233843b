import { sql } from 'drizzle-orm'
import { nextDigest } from '#features/core/mail/notice-prefs.ts'
import { MINUTE } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { mailTo } from '#test/mailbox.ts'
import { expect, test } from '#test/test.ts'
import { PASSWORD, World } from '#test/world.ts'

const PATH = '/api/settings/time-zone'
const [NEW_YORK, BERLIN] = ['America/New_York', 'Europe/Berlin']

async function subscriber(now: string) {
  const world = new World()
  world.now = new Date(now)
  const member = await world.member({ isVerified: true })
  const digestAt = async () => {
    const row = await world.db.first(
      sql<{
        digest_at: string
      }>`SELECT digest_at FROM notice_mail WHERE user_id = ${member.user.uid}`,
    )
    return row?.digest_at
  }
  return { world, member, digestAt }
}

test('a user chooses a time zone, and an empty value or null follows the browser again', async ({
  member,
}) => {
  expect((await member.get(PATH)).json).toEqual({ time_zone: null, browser_time_zone: null })
  const reported = await member.put(PATH, { browser_time_zone: NEW_YORK })
  expect(reported.json).toEqual({ time_zone: null, browser_time_zone: NEW_YORK })
  for (const none of ['', null]) {
    const chosen = { time_zone: BERLIN, browser_time_zone: NEW_YORK }
    expect((await member.put(PATH, { time_zone: BERLIN })).json).toEqual(chosen)
    expect((await member.put(PATH, {})).json).toEqual(chosen)
    expect((await member.get(PATH)).json).toEqual(chosen)
    expect((await member.put(PATH, { time_zone: none })).json).toMatchObject({ time_zone: null })
  }
})

test('a name that is not an IANA time zone is refused', async ({ member }) => {
  for (const [input, field] of [
    [{ time_zone: '+08:00' }, 'time_zone'],
    [{ time_zone: 'Mars/Base' }, 'time_zone'],
    [{ time_zone: 8 }, 'time_zone'],
    [{ time_zone: 'Europe/'.padEnd(65, 'x') }, 'time_zone'],
    [{ browser_time_zone: '' }, 'browser_time_zone'],
    [{ browser_time_zone: null }, 'browser_time_zone'],
  ] as const) {
    const { status, json } = await member.put(PATH, input)
    expect([status, Object.keys(json.error.fields)]).toEqual([422, [field]])
  }
  expect((await member.get(PATH)).json).toEqual({ time_zone: null, browser_time_zone: null })
})

test('a digest is sent at 08:00 in the time zone of its user, before and after a change of the clocks', () => {
  const at = (frequency: 'daily' | 'weekly', zone: string, now: string) =>
    nextDigest(frequency, zone, new Date(now)).toISOString()
  expect(at('daily', NEW_YORK, '2026-03-07T08:00:00-05:00')).toBe('2026-03-08T12:00:00.000Z')
  expect(at('daily', NEW_YORK, '2026-03-07T07:59:00-05:00')).toBe('2026-03-07T13:00:00.000Z')
  expect(at('daily', BERLIN, '2026-10-24T09:00:00+02:00')).toBe('2026-10-25T07:00:00.000Z')
  // Sunday evening in New York is Monday in Shanghai.
  expect(at('weekly', NEW_YORK, '2026-11-15T20:00:00-05:00')).toBe('2026-11-16T13:00:00.000Z')
  expect(at('weekly', 'Asia/Shanghai', '2026-11-16T09:00:00+08:00')).toBe(
    '2026-11-23T00:00:00.000Z',
  )
})

test('a new time zone moves the next digest, and a chosen zone has priority over the zone of the browser', async () => {
  const { member, digestAt } = await subscriber('2030-06-03T12:00:00Z')
  await member.put('/api/settings/notice-mail', { follow: 'digest' })
  expect(await digestAt()).toBe('2030-06-04T00:00:00.000Z')
  await member.put(PATH, { browser_time_zone: NEW_YORK })
  expect(await digestAt()).toBe('2030-06-04T12:00:00.000Z')
  await member.put(PATH, { time_zone: BERLIN })
  expect(await digestAt()).toBe('2030-06-04T06:00:00.000Z')
  await member.put(PATH, { browser_time_zone: 'Asia/Tokyo' })
  expect(await digestAt()).toBe('2030-06-04T06:00:00.000Z')
  await member.put('/api/settings/notice-mail', { digest: 'weekly' })
  expect(await digestAt()).toBe('2030-06-10T06:00:00.000Z')
  await member.put(PATH, { time_zone: null })
  expect(await digestAt()).toBe('2030-06-09T23:00:00.000Z')
})

test('after a digest was sent, the next one is planned in the time zone of the user; a digest that is due stays due', async () => {
  const { world, member, digestAt } = await subscriber('2030-06-04T05:59:00Z')
  await member.put(PATH, { time_zone: BERLIN })
  await member.put('/api/settings/notice-mail', { follow: 'digest' })
  world.wait(MINUTE)
  await member.put(PATH, { time_zone: NEW_YORK })
  expect(await digestAt()).toBe('2030-06-04T06:00:00.000Z')
  await runOnly(['mail digests'], world.env, world.now)
  expect(await digestAt()).toBe('2030-06-04T12:00:00.000Z')
})

test('the mail about a login on a new device has the time in the zone of the user', async () => {
  const { world, member } = await subscriber('2030-06-03T23:30:00Z')
  const { email } = member.user
  await member.put(PATH, { browser_time_zone: NEW_YORK })
  const logIn = () => world.visitor().post('/api/auth/login', { email, password: PASSWORD })
  // The first login of an account is not from a new device.
  await logIn()
  await logIn()
  const mails = (await mailTo(world, email)).filter(({ kind }) => kind === 'sign_in')
  expect(mails.map(({ letter }) => letter?.replaceAll(/\s/g, ' '))).toEqual([
    expect.stringContaining('Jun 3, 2030, 7:30 PM (Eastern Time)'),
  ])
})

test('the settings show the time zone of digests', async () => {
  const { world, member } = await subscriber('2030-06-03T12:00:00Z')
  // A site that cannot send mail offers no digests.
  Object.assign(world, { env: { ...world.env, ENVIRONMENT: 'development' } })
  const text = async (tab: string) => (await member.get(`/settings?tab=${tab}`)).text
  expect(await text('notifications')).toContain('Sent at 08:00, Shanghai time.')
  await member.put(PATH, { time_zone: BERLIN })
  expect(await text('notifications')).toContain('Sent at 08:00, Central European Time.')
  expect(await text('profile')).toContain(`value="${BERLIN}"`)
})
