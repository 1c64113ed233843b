import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { DEFAULT_IDENTITY } from '#features/core/identity/identity.ts'
import type { MailText } from '#features/core/mail/mail-text.ts'
import { messageOf } from '#features/core/mail/message.ts'
import { ITEMS_MAX } from '#features/core/mail/notice-job.ts'
import { followNotice } from '#features/core/notifications/notices.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { mailTo } from '#test/mailbox.ts'
import { World } from '#test/world.ts'

const JOBS: Parameters<typeof runOnly>[0] = [
  'send like notices',
  'mail immediate notices',
  'mail digests',
  'drop mails about read notices',
  'send the outbox',
]

async function setUp() {
  const world = new World()
  // A Sunday before 8:00, Shanghai time.
  world.now = new Date('2030-06-02T06:00:00+08:00')
  const member = await world.member({ isVerified: true })
  const choose = (chosen: object) => member.put('/api/settings/notice-mail', chosen)
  const follow = async () => {
    const { uid } = await world.user()
    await world.db.batch([followNotice({ to: member.user.uid, by: uid }, world.now)])
    return uid
  }
  const letters = async () => {
    const mails = (await mailTo(world, member.user.email)).filter(
      ({ kind }) => kind === 'notices' || kind === 'digest',
    )
    return mails.map(({ letter }) => JSON.parse(letter ?? 'null') as MailText | null)
  }
  const cron = (after = 0) => {
    world.wait(after)
    return runOnly(JOBS, world.env, world.now)
  }
  return { world, member, choose, follow, letters, cron }
}

test('notifications are mailed only if the user chose it and verified the address', async () => {
  const { world, member, follow, letters, cron } = await setUp()
  expect((await member.get('/api/settings/notice-mail')).json).toMatchObject({
    comment: 'off',
    digest: 'daily',
  })
  await follow()
  await cron(DAY)
  expect(await letters()).toEqual([])
  const other = await world.member()
  const { status, json } = await other.put('/api/settings/notice-mail', { follow: 'at_once' })
  expect([status, json.error.code]).toEqual([403, 'email_unverified'])
})

test('with instant mail, each notification is mailed once, and all notifications of one run are in one mail', async () => {
  const { choose, follow, letters, cron } = await setUp()
  expect((await choose({ follow: 'at_once' })).json).toMatchObject({
    follow: 'at_once',
    comment: 'off',
  })
  await follow()
  await follow()
  await Promise.all([cron(), cron()])
  await cron(DAY)
  expect((await letters()).map((letter) => letter?.items?.length)).toEqual([2])
  expect((await letters())[0]?.items?.[0]?.text).toContain('followed you')
})

test.each(['at_once', 'digest'])(
  'a notification that was read, or of a user who was blocked since, is not mailed (%s)',
  async (how) => {
    const { member, choose, follow, letters, cron } = await setUp()
    await choose({ follow: how })
    await follow()
    expect((await member.post('/api/messages/read-all')).json).toEqual({ read: 1 })
    await follow()
    await member.post(`/api/users/${await follow()}/block`)
    await cron(DAY)
    expect((await letters()).map((letter) => letter?.items?.length)).toEqual([1])
  },
)

test('a waiting mail is dropped after its notifications were read', async () => {
  const { world, member, choose, follow, letters, cron } = await setUp()
  await choose({ follow: 'at_once' })
  await follow()
  await cron()
  const at = world.now.toISOString()
  const waits = sql`UPDATE outbox SET status = 'waiting', settled_at = NULL, next_attempt_at = ${at}
    WHERE user_id = ${member.user.uid} AND kind = 'notices'`
  await world.db.batch([waits])
  await member.post('/api/messages/read-all')
  await cron()
  expect(await letters()).toEqual([null])
})

test('a digest is sent at 8:00 Shanghai time, daily or on Mondays, with everything since the last one', async () => {
  const { choose, follow, letters, cron } = await setUp()
  await choose({ follow: 'digest' })
  for (let n = 0; n < ITEMS_MAX + 5; n++) await follow()
  await cron()
  expect(await letters()).toEqual([])
  await cron(2 * 3_600_000)
  expect((await letters()).map((letter) => letter?.items?.length)).toEqual([ITEMS_MAX])
  await cron(DAY)
  expect(await letters()).toHaveLength(1)
})

test('a notification kind that is switched off on the site is not mailed', async () => {
  const { member, choose, follow, letters, cron } = await setUp()
  await choose({ follow: 'digest' })
  await member.put('/api/settings/notify-prefs', { kind: 'follow', enabled: false })
  await follow()
  await cron(DAY)
  expect(await letters()).toEqual([])
})

test('a POST to the unsubscribe link works without a cookie; a GET changes nothing', async () => {
  const { world, member, choose, follow, letters, cron } = await setUp()
  await choose({ follow: 'at_once', comment: 'digest' })
  await follow()
  await cron()
  const [letter] = await letters()
  const path = letter?.unsubscribe ?? ''
  const about = {
    address: 'a@example.com',
    site: 'https://joule.test',
    subject: 's',
    language: 'en',
  } as const
  const { headers, text } = messageOf(
    { ...about, letter: JSON.stringify(letter) },
    DEFAULT_IDENTITY,
  )
  expect(headers).toMatchObject({
    'List-Unsubscribe': `<https://joule.test${path}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
  expect(text).toContain(`https://joule.test${path}`)
  const chosen = async () => (await member.get('/api/settings/notice-mail')).json.follow
  expect((await world.visitor().get(path)).text).toContain(
    'Stop receiving notifications by e-mail?',
  )
  expect(await chosen()).toBe('at_once')
  const elsewhere = {
    body: 'List-Unsubscribe=One-Click',
    headers: { origin: 'null' },
    withoutCsrf: true,
  }
  expect((await world.visitor().send('POST', path, elsewhere)).status).toBe(200)
  expect(await chosen()).toBe('off')
  expect((await world.visitor().send('POST', `${path}x`, elsewhere)).status).toBe(404)
})
