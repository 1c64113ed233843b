import { expect, test } from 'vitest'
import { faultsIn } from '#test/markup.ts'
import { World } from '#test/world.ts'
import { createPeople } from './people.ts'
import type { People, RouteLine } from './route-line.ts'
import { ready } from './sending.ts'
import { ROUTES } from './table.ts'

const ROWS_MAX = 30

const world = new World()
const shared = new Map<string, Promise<People>>()

/**
 * Public reads change nothing, so they share one site and its people. So do the reads of admins. The other lines have their
 * own people, and those that read their own site too, because the site remembers pages of members.
 */
function peopleFor(name: string, { access }: RouteLine): Promise<People> {
  if (!name.startsWith('GET ')) return createPeople(world)
  if (access === 'signedIn') return createPeople(new World())
  const readers = access === 'public' ? 'public' : 'admins'
  const people = shared.get(readers) ?? createPeople(new World())
  shared.set(readers, people)
  return people
}

test.each(Object.entries(ROUTES))('%s stays within its budget, and pages are valid HTML', async (name, line) => {
  const { send } = await ready(await peopleFor(name, line), name, line)
  const { status, headers, text } = await send()
  expect(status, text.slice(0, 500)).toBe(line.status)
  const spent = figures(headers.get('server-timing') ?? '')
  expect(spent.roundTrips, 'D1 round trips').toBeLessThanOrEqual(line.trips)
  expect(spent.rowsRead, 'rows read').toBeLessThanOrEqual(line.rows ?? ROWS_MAX)
  expect(spent.rowsWritten, 'rows written').toBeLessThanOrEqual(line.written ?? 0)
  if (headers.get('content-type')?.startsWith('text/html')) expect(await faultsIn(text)).toEqual([])
})

test('only a route line that measures a refusal gives a reason', () => {
  const refused = Object.entries(ROUTES).filter(([, { status }]) => status >= 400)
  expect(refused.map(([name]) => name)).toEqual(
    Object.entries(ROUTES).flatMap(([name, { because }]) => (because === undefined ? [] : name)),
  )
})

function figures(serverTiming: string) {
  const figure = (name: string) => Number(new RegExp(`${name}: (\\d+)`).exec(serverTiming)?.[1])
  return {
    roundTrips: figure('round trips'),
    rowsRead: figure('rows read'),
    rowsWritten: figure('rows written'),
  }
}
