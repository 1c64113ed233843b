// @module-tag long
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { EVERY_MINUTE, runCron } from '#jobs'
import { DAY, MINUTE } from '#kernel/clock.ts'
import { runAllJobs } from '#test/cron.ts'
import { faulty } from '#test/faults/bindings.ts'
import { type Call, type Fault, Faults } from '#test/faults/faults.ts'
import { finalKind, type Kind, kindAfter } from '#test/faults/kinds.ts'
import { isLong } from '#test/long.ts'
import { World } from '#test/world.ts'
import { Binding, emptyOutbox } from '../features/core/mail/fixtures.ts'
import { createCronFixture, endOf } from './cron-fixture.ts'
import { oneIn, quietly } from './sampling.ts'

beforeEach(quietly)
afterAll(async () => void (await forgetReceivers()))

/** Longer than everything that expires: sessions, the bin, the days before an account is erased. */
const LATER = 40 * DAY
/** When the cron runs again: soon, and at the same hour of the next day for daily jobs. */
const AGAIN = [20 * MINUTE, DAY - 20 * MINUTE]
/** 11:00 in Shanghai. */
const BEGINNING = new Date('2027-01-04T03:00:00.000Z')

const BEFORE_EFFECT = 'before it took effect'
const CUTS: Record<string, (call: Call) => Kind> = {
  [BEFORE_EFFECT]: ({ part }) => finalKind(part),
  'after it took effect': ({ part }) => kindAfter(part),
}

const world = new World()
let uncut: Awaited<ReturnType<typeof play>>

beforeAll(async () => {
  world.now = BEGINNING
  await world.setting('backups.enabled', false)
  await emptyOutbox(world)
  uncut = await play()
  expect(uncut.end.called).toEqual(['fcm.googleapis.com', 'receiver.example'])
  expect(uncut.end.left).toEqual([
    { channel: 'letter', kind: 'part', status: 'sent', n: 1 },
    { channel: 'webhook', kind: 'post.published', status: 'sent', n: 1 },
  ])
  expect(uncut.end.letters.filter((line) => line.startsWith('subscriber'))).not.toEqual([])
  expect(uncut.calls.length).toBeGreaterThan(50)
})

test.each(Object.entries(CUTS).slice(0, isLong ? undefined : 1))(
  'a cron run that fails at any call, %s, is completed by the next runs',
  async (when, kind) => {
    const cuts = uncut.calls
      .map((call, n) => ({ call, on: n + 1 }))
      // A call that only reads fails in the same way before and after it.
      .filter(({ call }) => call.writes || when === BEFORE_EFFECT)
    for (const { call, on } of oneIn(cuts.length, cuts)) {
      const { end, fired } = await play({ part: 'any', kind, on })
      if (fired > 0) expect(end, `call ${on}: ${call.part} ${call.what}`).toEqual(uncut.end)
    }
    expect((await checkAll(world.db, world.now)).failures).toEqual({})
  },
)

/**
 * Creates a fixture and runs the cron when everything is due, first with this fault and then
 * without.
 */
async function play(...faults: Fault[]) {
  // A run mails the digests of 50 users. The digests of earlier fixtures would delay the digest of
  // this one until after its last run.
  await world.db.batch([
    sql`DELETE FROM notice_mail`,
    sql`DELETE FROM outbox WHERE channel <> 'mail'`,
  ])
  await forgetReceivers()
  const binding = new Binding()
  const scene = await createCronFixture(world)
  world.wait(LATER)
  const cut = new Faults(...faults)
  const called: string[] = []
  const network = {
    async fetch(url: string) {
      called.push(new URL(url).host)
      return new Response(null, { status: 201 })
    },
  }
  const outside = {
    LETTERS: binding,
    LETTERS_FROM: 'News <news@letters.joule.test>',
    OUTSIDE: network as unknown as Fetcher,
  }
  const env = { ...world.env, EMAIL: binding, ...outside }
  await runAllJobs(faulty(env, cut), world.now)
  for (const wait of AGAIN) {
    world.wait(wait)
    await runAllJobs(faulty(env, new Faults()), world.now)
    // Sends the mails that the jobs of the quarter hour have just written.
    await runCron(EVERY_MINUTE, faulty(env, new Faults()), world.now)
  }
  return { end: await endOf(world, scene, binding, called), calls: cut.calls, fired: cut.fired }
}

/** Removes the receivers, because requests of the next fixture would send to them without stubs. */
const forgetReceivers = () =>
  world.db.batch([sql`DELETE FROM webhooks`, sql`DELETE FROM letter_subscribers`])
