// @module-tag long
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import type { Call } from '#test/faults/faults.ts'
import { kindsBefore } from '#test/faults/kinds.ts'
import { World } from '#test/world.ts'
import { createPeople } from '../routes/people.ts'
import type { People } from '../routes/route-line.ts'
import { type Ready, ready } from '../routes/sending.ts'
import { ROUTES } from '../routes/table.ts'
import { attempt, callOf, expectClearFailure, faultsBefore, isOvercome } from './attempt.ts'
import { oneIn, quietly } from './sampling.ts'

/** The bodies of these responses are streamed, so that a fault cuts them off. */
const STREAMED = [
  'GET /api/settings/export.zip',
  'GET /api/settings/export-ghost.zip',
  'GET /api/settings/exports/:id/file',
  'GET /api/admin/energy/logs.csv',
  'GET /api/admin/redirects.csv',
]
/** Search finds people and tags in the main database, so its page needs no index of posts. */
const WITHOUT_INDEX = 'GET /search'
/** These pages leave out the parts that they cannot read: the providers and the challenge. */
const WITHOUT_DATABASE = ['GET /login', 'GET /forgot']
/** This page needs its first query, but leaves out the challenge, which its other queries read. */
const WITHOUT_CHALLENGE = 'GET /letters'
/** An icon is made once and kept, so only the first attempt makes it. */
const KEPT = 'GET /app-icons/:side'
/** Reports for each part whether it works. */
const HEALTH = 'GET /healthz'

const reads = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))
// Members first: their sessions would expire while the cached public responses expire.
const inOrder = oneIn(16, [
  ...reads.filter(([, { access }]) => access !== 'public'),
  ...reads.filter(([, { access }]) => access === 'public'),
])

const world = new World()
const requests = new Map<string, Ready>()

/** Their webhook exists until the end of a test. */
const isOfWebhooks = (name: string) => name.includes('/webhooks')
let people: People

beforeAll(async () => {
  people = await createPeople(world)
  for (const [name, line] of inOrder)
    if (!isOfWebhooks(name)) requests.set(name, await ready(people, name, line))
})

beforeEach(quietly)

test.each(inOrder)(
  '%s responds correctly or with a clear error if any call fails',
  async (name, { status, access, ...line }) => {
    const request = requests.get(name) ?? (await ready(people, name, { status, access, ...line }))
    const send = async (...faults: Parameters<typeof attempt>[2]) => {
      // Do not reuse the cached response of the previous attempt.
      if (access === 'public') world.wait(2 * MINUTE)
      return attempt(world, request, faults)
    }
    const { response, calls } = await send()
    expect(response?.status, response?.text.slice(0, 300)).toBe(status)
    for (const fault of faultsBefore(calls)) {
      const { response: failed, fired } = await send(fault)
      const about = `${name}: ${fault.kind} on call ${fault.on} of ${fault.part}`
      if (failed === null) expect(STREAMED, about).toContain(name)
      else if (worksWithout(name, fault.part)) expect(failed.status, about).toBe(status)
      else if (name === WITHOUT_CHALLENGE && Number(fault.on) > 1)
        expect(failed.status, about).toBe(status)
      else if (name === HEALTH)
        expect(failed.json.status, about).toBe(failed.status === 503 ? 'starting' : 'ok')
      else if (fired === 0 || isOvercome(fault, callOf(calls, fault)))
        expect(failed.status, about).toBe(status)
      else expectClearFailure(failed)
    }
    for (const part of new Set(calls.filter(({ isLate }) => !isLate).map((call) => call.part))) {
      const { response: failed } = await send({ part, kind: kindsBefore(part)[0], on: 'all' })
      if (worksWithout(name, part)) expect(failed?.status, `${name}: no ${part}`).toBe(status)
      else if (name === HEALTH)
        expect([failed?.status, failed?.json.status]).toEqual([503, 'starting'])
      else if (failed) expectClearFailure(failed)
    }
  },
)

const worksWithout = (name: string, part: Call['part']) =>
  (name === KEPT && part === 'COMPUTE') ||
  (name === WITHOUT_INDEX && part === 'SEARCH') ||
  (WITHOUT_DATABASE.includes(name) && part === 'DB')
