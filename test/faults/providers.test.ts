// @module-tag long
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Fault, Faults } from '#test/faults/faults.ts'
import { AFTER, BEFORE } from '#test/faults/kinds.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import { type Client, World } from '#test/world.ts'
import { FakeProvider, freshPerson, type Person, ticketOf } from '../features/accounts/providers/provider.ts'
import { expectClearFailure } from './attempt.ts'
import { oneIn, quietly } from './sampling.ts'

beforeEach(quietly)
afterEach(() => vi.restoreAllMocks())

interface Visit {
  person: Person
  /** The browser of each attempt. */
  browser: () => Client
  query: string
}

/** The table of routes has only a callback without a login, because the callback of a login works once. */
const VISITS: Record<string, (world: World, provider: FakeProvider) => Promise<Visit>> = {
  async login(world, provider) {
    const person = freshPerson()
    await provider.signIn(world.visitor(), person)
    return { person, browser: () => world.visitor(), query: '' }
  },
  async registration(world) {
    return { person: freshPerson(), browser: () => world.visitor(), query: '' }
  },
  async connection(world, provider) {
    const member = await world.member()
    return { person: freshPerson(), browser: () => member, query: `?connect=${await ticketOf(provider, member)}` }
  },
}

test.each(Object.entries(VISITS))('a %s with a provider succeeds after a fault at any call', async (_, prepare) => {
  const world = new World()
  const provider = await FakeProvider.add(world)
  const { calls } = await callback(await prepare(world, provider))
  const cuts = calls
    .filter(({ isLate }) => !isLate)
    .flatMap(({ part, writes, what }, at) =>
      [BEFORE[part].at(-1), writes ? AFTER[part] : null].flatMap((kind) => (kind ? { kind, what, on: at + 1 } : [])),
    )
  let injected = 0
  for (const { kind, what, on } of oneIn(2, cuts)) {
    const visit = await prepare(world, provider)
    const { response, fired } = await callback(visit, { part: 'any', kind: () => kind, on })
    // The mails of earlier attempts may change the last calls.
    injected += fired
    if (response.status >= 400) expectClearFailure(response)
    const again = await provider.signIn(visit.browser(), visit.person, visit.query)
    expect(again.headers.get('location'), `${kind}: ${what}`).not.toContain('problem=')
    expect(await provider.userOf(visit.person)).not.toBeNull()
  }
  expect(injected).toBeGreaterThan(1)

  async function callback({ person, browser, query }: Visit, ...faults: Fault[]) {
    const client = browser()
    const path = await provider.agree(client, person, query)
    const plan = new Faults(...faults)
    const response = await withFaults(world, plan, () => client.get(path))
    return { response, calls: plan.calls, fired: plan.fired }
  }
})
