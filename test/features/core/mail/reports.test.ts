import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { takeMailReports } from '#mail-reports'
import { World } from '#test/world.ts'
import { Binding, emptyOutbox, mailsOf, queue, run } from './fixtures.ts'

/** A user with one sent mail. */
async function setUp() {
  const world = new World()
  await emptyOutbox(world)
  const user = await world.user()
  await queue(world, user)
  await run(world, new Binding())
  const [mail] = await mailsOf(world, user)
  return { world, user, messageId: mail?.message_id ?? '' }
}

interface Payload {
  messageId: string
  recipient: string | null
  [more: string]: unknown
}

const event = (what: string, payload: Payload) => ({
  type: `cf.email.sending.message.${what}`,
  source: { type: 'email.sending', zoneId: 'zone', domain: 'joule.test' },
  payload: { eventId: crypto.randomUUID(), sender: 'mail@joule.test', terminal: true, ...payload },
  metadata: { eventSchemaVersion: 1, eventTimestamp: '2026-06-01T02:48:57.132Z' },
})

const bounced = (payload: Payload) =>
  event('bounced', {
    ...payload,
    delivery: { status: 'bounced', smtpStatusCode: '550' },
    bounce: { type: 'hard', classification: 'permanent_failure', reason: '550 5.1.1 User unknown' },
  })

async function take(world: World, ...bodies: unknown[]) {
  const messages = bodies.map((body, at) => ({
    id: String(at),
    timestamp: world.now,
    attempts: 1,
    body,
  }))
  const batch = createMessageBatch('joule-mail-reports', messages)
  await takeMailReports(batch, world.env, world.now)
  return getQueueResult(batch, createExecutionContext())
}

test('a bounced mail is marked failed with the server message, and the user is notified once', async () => {
  const { world, user, messageId } = await setUp()
  const report = bounced({ messageId, recipient: (user.email ?? '').toUpperCase() })
  const { explicitAcks } = await take(world, report, report)
  expect(explicitAcks).toEqual(['0', '1'])
  expect(await mailsOf(world, user)).toMatchObject([
    { status: 'failed', problem: 'bounced: 550 5.1.1 User unknown' },
  ])
  expect((await world.reload(user)).email_unreachable_at).toBe(world.now.toISOString())
  const notices = await world.db.all(
    sql`SELECT data FROM notifications WHERE user_id = ${user.uid}`,
  )
  expect(notices).toMatchObject([{ data: expect.stringContaining('email_unreachable') }])
  const browser = await world.visitor().signIn(await world.reload(user))
  expect((await browser.get('/settings?tab=account')).text).toContain('cannot be delivered')
  const owner = await world.member({ role: 'owner' })
  expect((await owner.get('/admin/mail')).text).toContain('550 5.1.1 User unknown')
})

test('a suppressed address is marked unreachable, but an address is not if a mail to it is rejected as spam', async () => {
  const { world, user, messageId } = await setUp()
  const about = { messageId, recipient: user.email }
  await take(
    world,
    event('rejected', {
      ...about,
      rejection: { reason: 'spam', party: 'sender', detail: 'Looks like spam' },
    }),
  )
  expect(await mailsOf(world, user)).toMatchObject([
    { status: 'failed', problem: 'rejected: Looks like spam' },
  ])
  expect((await world.reload(user)).email_unreachable_at).toBeNull()
  const other = await setUp()
  const suppressed = {
    messageId: other.messageId,
    recipient: other.user.email,
    rejection: { party: 'recipient' },
  }
  await take(other.world, event('rejected', suppressed))
  expect((await other.world.reload(other.user)).email_unreachable_at).not.toBeNull()
})

test('a spam complaint unsubscribes the user from notification mails', async () => {
  const { world, user, messageId } = await setUp()
  const browser = await world.visitor().signIn(user)
  await world.db.batch([
    sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${user.uid}`,
  ])
  expect((await browser.put('/api/settings/notice-mail', { comment: 'at_once' })).status).toBe(200)
  await take(
    world,
    event('complained', { messageId, recipient: user.email, complaint: { type: 'abuse' } }),
  )
  expect(await mailsOf(world, user)).toMatchObject([{ status: 'sent' }])
  expect((await browser.get('/api/settings/notice-mail')).json.comment).toBe('off')
})

test.each([
  ['of an unknown mail', (payload: Payload) => bounced({ ...payload, messageId: 'another' })],
  [
    'of another address',
    (payload: Payload) => bounced({ ...payload, recipient: 'another@else.example' }),
  ],
  ['of another type', (payload: Payload) => event('deferred', payload)],
  [
    'with an invalid payload',
    () => ({ type: 'cf.email.sending.message.bounced', payload: { messageId: 5 } }),
  ],
  ['that is not an object', () => 'text'],
])('a report %s changes nothing', async (_, reportOf) => {
  const { world, user, messageId } = await setUp()
  const { explicitAcks, retryMessages } = await take(
    world,
    reportOf({ messageId, recipient: user.email }),
  )
  expect([explicitAcks, retryMessages]).toEqual([['0'], []])
  expect(await mailsOf(world, user)).toMatchObject([{ status: 'sent' }])
  expect((await world.reload(user)).email_unreachable_at).toBeNull()
})
