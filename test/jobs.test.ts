import { sql } from 'drizzle-orm'
import { onTestFinished, vi } from 'vitest'
import { checkInvariants } from '#features/operations/admin/overview/invariants.ts'
import { EVERY_MINUTE, minuteJobs, opened, quarterHourJobs, runCron, runJobs } from '#jobs'
import { DAY, HOUR } from '#kernel/clock.ts'
import { faulty } from '#test/faults/bindings.ts'
import { Faults } from '#test/faults/faults.ts'
import { expect, test } from '#test/test.ts'
import { World } from '#test/world.ts'

test('the cron deletes stored responses after a day and expired sessions, neither of them earlier, and may run twice', async () => {
  const world = new World()
  // A backup takes longer than all other jobs.
  await world.setting('backups.enabled', false)
  const author = await world.member({ level: 1 })
  const sessions = () =>
    world.db.all(sql`SELECT sid FROM sessions WHERE user_id = ${author.user.uid}`)
  const write = () =>
    author.post(
      '/api/studio/posts',
      { title: 'Once', body: '<p>b</p>' },
      { headers: { 'idempotency-key': 'a key' } },
    )
  const { id } = (await write()).json
  const kept = () =>
    world.db.all(sql`SELECT key FROM idempotency_keys WHERE user_id = ${author.user.uid}`)
  await runJobs(world.env, new Date(world.now.getTime() + DAY - 1))
  expect((await write()).json.id).toBe(id)
  expect(await kept()).toHaveLength(1)
  await runJobs(world.env, new Date(world.now.getTime() + DAY))
  expect(await kept()).toEqual([])
  expect(await sessions()).toHaveLength(1)
  const later = new Date(world.now.getTime() + 31 * DAY)
  await Promise.all([runJobs(world.env, later), runJobs(world.env, later)])
  expect(await sessions()).toHaveLength(0)
})

test('each job belongs to one trigger: the quarter-hour run leaves due posts to the run of the same minute', async () => {
  const world = new World()
  const resources = opened(world.env)
  const everyMinute = Object.keys(minuteJobs(resources, world.now))
  expect(
    Object.keys(quarterHourJobs(resources, world.now)).filter((job) => everyMinute.includes(job)),
  ).toEqual([])
  await world.setting('backups.enabled', false)
  const author = await world.member({ level: 1 })
  const publish_at = new Date(world.now.getTime() + HOUR).toISOString()
  const { id } = (
    await author.post('/api/studio/posts', { title: 'Due', body: '<p>b</p>', publish_at })
  ).json
  world.wait(HOUR)
  const isPublic = async () => (await world.visitor().get(`/api/posts/${id}`)).status === 200
  await runCron('*/15 * * * *', world.env, world.now)
  expect(await isPublic()).toBe(false)
  await runCron(EVERY_MINUTE, world.env, world.now)
  expect(await isPublic()).toBe(true)
})

test('the cron finds a difference in the ledger and notifies the owners', async ({
  world,
  owner,
}) => {
  const user = await world.user()
  expect((await checkInvariants(world.db, world.now)).ok).toBe(true)
  await forgeBalance(world, user, 7)
  const report = await checkInvariants(world.db, world.now)
  expect(report.failures['energy equals the sum of the ledger']).toEqual([user.uid])
  const { items } = (await owner.get('/api/messages?category=system')).json
  expect(items[0]).toMatchObject({ kind: 'NotifySystem', data: { event: 'invariants_failed' } })
  await forgeBalance(world, user, 0)
})

test('the cron pauses after every response of a database or bucket, so that a local site answers requests meanwhile', async () => {
  const world = new World()
  await world.post({ author: await world.user() })
  const timers = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => void timers.mockRestore())
  const faults = new Faults()
  await runJobs(faulty(world.env, faults), world.now)
  const responses = faults.calls.filter(({ part }) =>
    ['DB', 'SEARCH', 'IMAGES', 'BACKUPS'].includes(part),
  )
  expect(new Set(responses.map(({ part }) => part)).size).toBe(4)
  const unpaced = responses.filter(({ what }) => what === 'SELECT 1')
  expect(timers.mock.calls.filter(([, ms]) => ms === 1).length).toBeGreaterThanOrEqual(
    responses.length - unpaced.length,
  )
})

/** Drops the trigger that protects the ledger, changes an entry, and creates the trigger again. */
async function forgeBalance(world: World, { uid }: { uid: number }, energy: number): Promise<void> {
  const guard = await world.db.first(
    sql<{ sql: string }>`SELECT sql FROM sqlite_schema WHERE name = 'users_energy_follows_ledger'`,
  )
  await world.db.batch([
    sql`DROP TRIGGER users_energy_follows_ledger`,
    sql`UPDATE users SET energy = ${energy} WHERE uid = ${uid}`,
    sql.raw(guard?.sql ?? ''),
  ])
}
