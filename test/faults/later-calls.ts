import { expect } from 'vitest'
import type { Call, Fault } from '#test/faults/faults.ts'
import { AFTER, BEFORE } from '#test/faults/kinds.ts'
import { World } from '#test/world.ts'
import { gather } from '../routes/cast.ts'
import type { RouteLine } from '../routes/route-line.ts'
import { ready } from '../routes/sending.ts'
import { attempt, expectClearFailure } from './attempt.ts'

/**
 * Every call of a command with every fault, each on a site of its own: also those after its first commit, and those that come when
 * the answer is on its way. Whatever happened, it says so, and sent again it ends in an answer.
 */
export async function failAtEveryCall(name: string, line: RouteLine): Promise<void> {
  for (const fault of faultsOn(await callsOf(name, line))) {
    const cast = await gather(new World())
    const request = await ready(cast, name, line)
    const { answer } = await attempt(cast.world, request, [fault])
    if (answer && answer.status !== line.status) expectClearFailure(answer)
    const again = await attempt(cast.world, request, [])
    expect(again.answer?.status, `${name} after a fault on call ${fault.on}`).toBeLessThan(500)
  }
}

async function callsOf(name: string, line: RouteLine): Promise<Call[]> {
  const cast = await gather(new World())
  return (await attempt(cast.world, await ready(cast, name, line), [])).calls
}

function faultsOn(calls: readonly Call[]): Fault[] {
  return calls.flatMap(({ part, writes }, at) => {
    const after = writes ? AFTER[part] : null
    return [...BEFORE[part], ...(after ? [after] : [])].map((kind) => ({ part: 'any', kind: () => kind, on: at + 1 }))
  })
}
