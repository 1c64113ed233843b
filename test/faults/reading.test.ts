import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { MINUTE } from '#kernel/clock.ts'
import { BEFORE } from '#test/faults/kinds.ts'
import { World } from '#test/world.ts'
import { createPeople } from '../routes/people.ts'
import { type Ready, ready } from '../routes/sending.ts'
import { ROUTES } from '../routes/table.ts'
import { attempt, callOf, expectClearFailure, faultsBefore, isOvercome } from './attempt.ts'
import { oneIn, printCount, quietly } from './sampling.ts'

/** Their bodies are streamed, so a fault cuts them off. */
const STREAMED = ['GET /api/settings/export', 'GET /api/settings/export.zip', 'GET /api/admin/energy/logs.csv']
/** Pages that read only the site identity and render without it. */
const READING_ITS_NAME = [
  'GET /manifest.webmanifest',
  'GET /help',
  'GET /login',
  'GET /restore',
  'GET /api/docs',
  'GET /forgot',
  'GET /unsubscribe',
]
/** Finds people and tags in the main database, and is shown without the index of posts. */
const WITHOUT_INDEX = 'GET /search'
/** Reports for each part whether it works. */
const HEALTH = 'GET /healthz'

const reads = Object.entries(ROUTES).filter(([name]) => name.startsWith('GET '))
// Members first: their sessions would expire while the cached public responses expire.
const inOrder = oneIn(4, [
  ...reads.filter(([, { access }]) => access !== 'public'),
  ...reads.filter(([, { access }]) => access === 'public'),
])

const world = new World()
const requests = new Map<string, Ready>()

beforeAll(async () => {
  const people = await createPeople(world)
  for (const [name, line] of inOrder) requests.set(name, await ready(people, name, line))
})

beforeEach(quietly)
afterEach(() => vi.restoreAllMocks())
afterAll(printCount)

test.each(inOrder)('%s answers correctly or with a clear error if any call fails', async (name, { status, access }) => {
  const request = requests.get(name)
  if (!request) throw new Error(`no request is defined for ${name}`)
  const send = (...faults: Parameters<typeof attempt>[2]) => {
    // Do not reuse the cached response of the previous attempt.
    if (access === 'public') world.wait(2 * MINUTE)
    return attempt(world, request, faults)
  }
  const { answer, calls } = await send()
  expect(answer?.status, answer?.text.slice(0, 300)).toBe(status)
  for (const fault of faultsBefore(calls)) {
    const { answer: failed, fired } = await send(fault)
    const about = `${name}: ${fault.kind} on call ${fault.on} of ${fault.part}`
    if (failed === null) expect(STREAMED, about).toContain(name)
    else if (name === WITHOUT_INDEX && fault.part === 'SEARCH') expect(failed.status, about).toBe(status)
    else if (READING_ITS_NAME.includes(name)) expect(failed.status, about).toBe(status)
    else if (name === HEALTH) expect(failed.json.status, about).toBe(failed.status === 503 ? 'starting' : 'ok')
    else if (fired === 0 || isOvercome(fault, callOf(calls, fault))) expect(failed.status, about).toBe(status)
    else expectClearFailure(failed)
  }
  for (const part of new Set(calls.filter(({ isLate }) => !isLate).map((call) => call.part))) {
    const { answer: failed } = await send({ part, kind: BEFORE[part][0] ?? none(), on: 'all' })
    const isShown = READING_ITS_NAME.includes(name) || (name === WITHOUT_INDEX && part === 'SEARCH')
    if (isShown) expect(failed?.status, `${name}: no ${part}`).toBe(status)
    else if (name === HEALTH) expect([failed?.status, failed?.json.status]).toEqual([503, 'starting'])
    else if (failed) expectClearFailure(failed)
  }
})

function none(): never {
  throw new Error('a part without faults')
}
