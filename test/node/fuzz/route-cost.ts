import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { isCost, isLong } from '#test/long.ts'
import { randomFrom } from '../../../scripts/seed/random.ts'
import { fuzzSite } from '../../../tools/prove/fuzz/site.ts'
import { builtSite } from '../support/built.ts'
import { OWNER } from '../support/small-site.ts'
import { timesTheWorkload } from './calibration.ts'
import { fieldsOfSite } from './fields-of-site.ts'
import { type MeasuredSite, measuredSite } from './measured-site.ts'
import { expectResponsive } from './read-cost.ts'
import type { Sending } from './sendings.ts'

/** The CPU time limit of one request, whatever its content, see calibration.ts: about two seconds. */
const CPU_MAX = 60

const UNITS = ['a', '<b>', '@a ', '好', '\n', '&#', '"', '[[', '{"a":', '/', ' ', '\\', '😀', '\u0301', '<!--', '<p>']
const TAGS = ['<details><hr><summary>', '<table><td>', '<a href="/a">', '</p>', '<pre>', '<ul><li>', '<img src="/a">']

/** `npm test` always uses the same seed, so that it fails only because of a change. The long forms use a new one each time. */
const seed = Number(process.env.JOULE_FUZZ_SEED || (isLong || isCost ? Date.now() % 1_000_000 : 1))
const random = randomFrom(String(seed))

/** `JOULE_FUZZ=1` tries every unit in every field, which takes minutes; otherwise two units per field are drawn. */
const takesAllUnits = process.env.JOULE_FUZZ === '1'

/** Without the general write limit and the budget of CPU time, unless a test asks for them. */
export async function newSite({ isLimited = false } = {}): Promise<{ site: MeasuredSite; data: string }> {
  await builtSite()
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  const site = await measuredSite(data, isLimited ? '1' : '0')
  onTestFinished(async () => {
    await site.stop()
    await rm(data, { recursive: true, force: true })
  })
  return { site, data }
}

/** Fills the fields of the routes, or some of them, with one repeated unit, up to its limit. */
export async function expectCheapRequests(site: MeasuredSite, most?: number): Promise<void> {
  console.log(`JOULE_FUZZ_SEED=${seed}`)
  const statuses: number[] = []
  const refused: string[] = []
  const costs: [cpu: number, name: string, send: () => Promise<Sending>][] = []
  for (const { field, prepared } of (await fieldsOfSite(site)).slice(0, most)) {
    const units = field.units ?? (field.isLong ? [...UNITS, ...TAGS, ...pairsOf(TAGS)] : UNITS)
    for (const unit of takesAllUnits ? units : random.shuffled(units).slice(0, field.isShared ? 1 : 2)) {
      // Half the size too: it may be accepted where the full size is refused.
      for (const share of field.isLong ? [1, 0.5] : [1]) {
        const name = `${field.method} ${field.path}, ${field.name} of ${JSON.stringify(unit)}, seed ${seed}`
        const send = () => prepared(field.with(unit, share))
        const { status, cpu } = await expectLowCost(site, name, send)
        // Ids are of existing things, except in lists of numbers.
        if (field.path.startsWith('/api/') && field.units === undefined) expect(status, name).not.toBe(404)
        statuses.push(status)
        // The fields of a login are credentials, so a refusal is the result of their content.
        if ([401, 403, 429].includes(status) && !field.path.startsWith('/api/auth/')) refused.push(`${status} ${name}`)
        costs.push([cpu, name, send])
      }
    }
  }
  if (most !== undefined) return
  // The later entry of a key replaces the earlier one, so the dearest request of each route is left.
  const rising = costs.sort(([one], [other]) => one - other)
  const dearest = [...new Map(rising.map((cost) => [cost[1].slice(0, cost[1].indexOf(',')), cost])).values()]
  console.log('dearest request of each route:')
  for (const [cpu, name] of dearest) console.log(`${cpu} ms: ${name}`)
  // Each write of one user, twenty at a time. The routes of /api/auth have no user: their limits count addresses.
  for (const [, name, send] of dearest.filter(([, name]) => !/^GET | \/api\/auth\//.test(name))) {
    console.log(`twenty at a time: ${name}`)
    await expectResponsive(site, await Promise.all(Array.from({ length: 20 }, send)))
  }
  // Requests that are refused early cost nothing, so they prove nothing.
  expect(refused.length, refused.join('\n')).toBeLessThan(statuses.length / 10)
  expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(statuses.length / 5)
}

/** `npm run prove -- fuzz` sends 10,000 and more. */
export async function expectDescribedResponses(site: MeasuredSite, requests: number): Promise<void> {
  const { sent, done, failures } = await fuzzSite({ ...site, owner: OWNER }, { requests, seed })
  expect(failures, `JOULE_FUZZ_SEED=${seed}`).toEqual([])
  expect(sent).toBeGreaterThanOrEqual(requests)
  // Requests that are all refused test nothing. About a fifth of the operations succeed.
  expect(Object.values(done).filter(Boolean).length).toBeGreaterThan(Object.keys(done).length / 20)
  await site.check()
}

/** Measures three times: a single slow request may be caused by other work of the runtime. */
async function expectLowCost(site: MeasuredSite, name: string, send: () => Promise<Sending>) {
  const costs: number[] = []
  for (;;) {
    const { status, cpu } = await site.cost(await send())
    expect(status, name).toBeLessThan(500)
    if (cpu <= timesTheWorkload(CPU_MAX)) return { status, cpu }
    costs.push(cpu)
    expect(costs.length, `${name}: ${costs} ms of the processor`).toBeLessThan(3)
  }
}

function pairsOf(units: string[]): string[] {
  return units.flatMap((one) => units.filter((two) => two !== one).map((two) => one + two))
}
