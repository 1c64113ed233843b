import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { CLAIMED_FOR, OUTBOX_KEPT_FOR, WAITS } from '#features/core/outbox/deliver.ts'
import { DAY } from '#kernel/clock.ts'
import { runOnly } from '#test/cron.ts'
import { World } from '#test/world.ts'
import { Binding, emptyOutbox, mailsOf, queue, run } from './fixtures.ts'

const JOBS = ['send the outbox', 'delete old deliveries'] as const

async function setUp() {
  const world = new World()
  await emptyOutbox(world)
  return { world, user: await world.user(), binding: new Binding() }
}

test('a mail is sent once and its content is deleted afterwards', async () => {
  const { world, user, binding } = await setUp()
  await queue(world, user)
  await run(world, binding)
  world.wait(2 * DAY)
  await run(world, binding)
  expect(binding.sent).toMatchObject([
    { from: { email: 'mail@joule.test', name: 'Joule' }, to: user.email, subject: 'A subject' },
  ])
  expect(await mailsOf(world, user)).toMatchObject([
    { status: 'sent', letter: null, attempts: 1, claim: null },
  ])
})

test('concurrent deliveries send each mail once', async () => {
  const { world, user, binding } = await setUp()
  await queue(world, user, 35)
  await Promise.all([run(world, binding), run(world, binding), run(world, binding)])
  expect(binding.sent).toHaveLength(35)
})

test('a mail is due again after its delay if the delivery was killed', async () => {
  const { world, user, binding } = await setUp()
  await queue(world, user)
  const dies: SendEmail = { send: () => new Promise(() => {}) }
  void run(world, dies)
  await expect.poll(async () => (await mailsOf(world, user))[0]?.attempts).toBe(1)
  await run(world, binding)
  expect(binding.sent).toEqual([])
  world.wait(CLAIMED_FOR)
  await run(world, binding)
  expect(binding.sent).toHaveLength(1)
})

test('a mail is retried for a day with growing waits, a fifth more or less by chance, and then fails', async () => {
  const { world, user, binding } = await setUp()
  binding.fails = () => 'E_INTERNAL_SERVER_ERROR'
  await queue(world, user)
  const waits: number[] = []
  for (let n = 0; n < 50; n++) {
    await run(world, binding)
    const [mail] = await mailsOf(world, user)
    if (mail?.status !== 'waiting') break
    waits.push(Date.parse(mail.next_attempt_at) - world.now.getTime())
    world.now = new Date(mail.next_attempt_at)
  }
  expect(waits).toHaveLength(WAITS.length)
  for (const [n, wait] of WAITS.entries())
    expect(Math.abs((waits[n] ?? 0) / wait - 1)).toBeLessThanOrEqual(0.2)
  expect(await mailsOf(world, user)).toMatchObject([
    { status: 'failed', problem: 'E_INTERNAL_SERVER_ERROR: as the test wants it' },
  ])
  expect((await world.reload(user)).email_unreachable_at).toBeNull()
})

test('a run stops after a few mails if the mail service is down, and later runs send each mail once', async () => {
  const { world, user, binding } = await setUp()
  await queue(world, user, 250)
  let tried = 0
  binding.fails = () => {
    tried++
    return 'E_RATE_LIMIT_EXCEEDED'
  }
  await run(world, binding)
  expect(tried).toBe(5)
  binding.fails = () => null
  world.wait(2 * DAY)
  await run(world, binding)
  expect(binding.sent).toHaveLength(200)
  await run(world, binding)
  expect(binding.sent).toHaveLength(250)
  const counts = await world.db.all(
    sql`SELECT status, COUNT(*) AS mails FROM outbox GROUP BY status ORDER BY status`,
  )
  expect(counts).toEqual([{ status: 'sent', mails: 250 }])
})

test('if the mail server refuses the login, the mails that were tried fail finally, and a run tries only five', async () => {
  const { world, user, binding } = await setUp()
  await queue(world, user, 15)
  binding.fails = () => 'E_SMTP_REFUSED'
  await run(world, binding)
  const mails = await mailsOf(world, user)
  expect(mails.map(({ status }) => status)).toEqual([
    ...Array(5).fill('failed'),
    ...Array(10).fill('waiting'),
  ])
  // The owner can send the failed mails again.
  expect(mails.every(({ letter }) => letter !== null)).toBe(true)
  expect((await world.reload(user)).email_unreachable_at).toBeNull()
})

test('a user gets one notification of an unreachable address until a mail arrives', async () => {
  const { world, user, binding } = await setUp()
  const notices = async () => {
    const browser = await world.visitor().signIn(user)
    const { items } = (await browser.get('/api/messages?category=system')).json
    return items.filter(
      ({ data }: { data: { event: string } }) => data.event === 'email_unreachable',
    )
  }
  binding.fails = () => 'E_RECIPIENT_SUPPRESSED'
  await queue(world, user, 2)
  await run(world, binding)
  expect((await mailsOf(world, user)).map(({ status }) => status)).toEqual(['failed', 'failed'])
  expect(await notices()).toMatchObject([
    { link: '/settings?tab=account', data: { address: user.email } },
  ])
  expect((await world.reload(user)).email_unreachable_at).toBe(world.now.toISOString())
  binding.fails = () => null
  await queue(world, user)
  await run(world, binding)
  expect((await world.reload(user)).email_unreachable_at).toBeNull()
  expect(await notices()).toHaveLength(1)
})

test('an address that refuses mails does not delay mails to other addresses', async () => {
  const { world, user, binding } = await setUp()
  const other = await world.user()
  await queue(world, user, 15)
  await queue(world, other, 15)
  binding.fails = (to) => (to === user.email ? 'E_DELIVERY_FAILED' : null)
  await run(world, binding)
  expect(binding.sent.map(({ to }) => to)).toEqual(Array(15).fill(other.email))
  expect((await mailsOf(world, user)).every(({ status }) => status === 'waiting')).toBe(true)
})

test('without a mail service the cron keeps mails and deletes them after the retention period', async () => {
  const { world, user } = await setUp()
  await queue(world, user)
  await runOnly(JOBS, world.env, world.now)
  expect(await mailsOf(world, user)).toMatchObject([{ status: 'kept', attempts: 0 }])
  await runOnly(JOBS, world.env, new Date(world.now.getTime() + OUTBOX_KEPT_FOR - 1))
  expect(await mailsOf(world, user)).toHaveLength(1)
  await runOnly(JOBS, world.env, new Date(world.now.getTime() + OUTBOX_KEPT_FOR))
  expect(await mailsOf(world, user)).toEqual([])
})
