import { expect } from 'vitest'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import type { Client, World } from '#test/world.ts'
import { type Call, type Concurrent, difference, type Given, type Step } from './act.ts'
import { callOf } from './catalogue.ts'
import { differences, factsOfModel } from './facts.ts'
import { factsOfSite } from './facts-of-site.ts'
import { expectedOf, ordersOf } from './orders.ts'
import type { RealSite } from './real-site.ts'
import { gainExp } from './rules/energy.ts'
import { cron, cronOfTheMinute, mayWait } from './rules/time.ts'
import type { Site } from './state.ts'

/** The current model. */
export interface Model {
  site: Site
}

/** Plays one step on both sites, and compares the responses. */
export async function play(
  model: Model,
  realSite: RealSite,
  step: Step | Concurrent,
): Promise<void> {
  realSite.world.wait(1_000)
  model.site.now += 1_000
  if (isConcurrent(step)) return playConcurrently(model, realSite, step.steps)
  const { site } = model
  const uid = [...site.people.keys()][Number(step.by) % site.people.size] ?? 0
  switch (step.do) {
    case 'wait':
      realSite.world.wait(Number(step.minutes) * 60_000)
      site.now += Number(step.minutes) * 60_000
      return
    case 'cron':
      await realSite.cron(String(step.what))
      return step.what === 'all' ? cron(site) : cronOfTheMinute(site)
    case 'set exp':
      await realSite.gainExp(uid, Number(step.amount))
      return gainExp(site, uid, Number(step.amount))
  }
  const call = callOf(step, site)
  if (call === null) return
  const response = await realSite.send(await realSite.sender(call, site), call)
  const wrong = difference(expectedOf(site, call, response), response)
  if (wrong !== null) throw new Error(`${call.method} ${call.path} by ${call.by}: ${wrong}`)
}

/** Whether there is a suitable item for the step. */
export function canPlay(step: Step | Concurrent, site: Site): boolean {
  if (step.do === 'wait') return mayWait(site)
  return isConcurrent(step) || ['cron', 'set exp'].includes(step.do) || callOf(step, site) !== null
}

/** Everyone looks at the bell, and every post is read. */
export async function readEverything(model: Model, realSite: RealSite): Promise<void> {
  const { site } = model
  for (const [nth] of [...site.people.keys()].entries())
    await play(model, realSite, { do: 'look at the bell', by: nth })
  for (const nth of [0, 1, 2, 3, 4, 5].slice(0, site.posts.size)) {
    await play(model, realSite, {
      do: 'read a post',
      by: nth,
      post: nth,
      isSignedIn: nth % 2 === 0,
    })
    await play(model, realSite, {
      do: 'read comments',
      by: nth + 1,
      post: nth,
      isSignedIn: nth % 2 === 1,
    })
  }
}

export async function compare(model: Model, realSite: RealSite): Promise<void> {
  const facts = await factsOfSite(realSite.world, model.site.people.keys())
  expect(differences(factsOfModel(model.site), facts)).toEqual([])
}

/** The invariants of the site must hold, for the histories of all tests. */
export async function expectInvariants({ db, now }: World): Promise<void> {
  expect((await checkAll(db, now)).failures).toEqual({})
}

/** Concurrent steps: some order of them must explain every response and the state afterwards. */
async function playConcurrently(model: Model, realSite: RealSite, steps: Step[]): Promise<void> {
  const { site } = model
  const calls = steps.flatMap((step) => callOf(step, site) ?? [])
  const senders: Client[] = []
  for (const call of calls) senders.push(await realSite.sender(call, site))
  const responses = await Promise.all(
    calls.map((call, index) => realSite.send(senders[index] ?? realSite.world.visitor(), call)),
  )
  const ends = [...ordersOf(site, calls, responses)]
  if (ends.length === 0)
    throw new Error(`no order explains these responses:\n${printed(calls, responses)}`)
  const found = ends.map((end) => ({ end, facts: factsOfModel(end) }))
  const facts = await factsOfSite(realSite.world, [
    ...new Set(ends.flatMap(({ people }) => [...people.keys()])),
  ])
  const fitting = found.find((one) => differences(one.facts, facts).length === 0)
  if (!fitting) {
    const wrong = differences(found[0]?.facts ?? [], facts)
    throw new Error(
      `an order explains the responses, but not the final state:\n${printed(calls, responses)}\n${wrong.join('\n')}`,
    )
  }
  model.site = fitting.end
}

const printed = (calls: Call[], responses: Given[]) =>
  calls
    .map(({ method, path, by, body }, index) => {
      const { status, json } = responses[index] ?? {}
      return `${method} ${path} ${JSON.stringify(body ?? null)} by ${by}: ${status} ${JSON.stringify(json?.error?.code ?? json)}`
    })
    .join('\n')

const isConcurrent = (step: Step | Concurrent): step is Concurrent => step.do === 'concurrently'
