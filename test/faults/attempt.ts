import { expect } from 'vitest'
import { forgetSettings } from '#features/core/site/settings.ts'
import { type Call, type Fault, Faults } from '#test/faults/faults.ts'
import { BEFORE, type Kind, PASSING } from '#test/faults/kinds.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import type { Answer, Sent, World } from '#test/world.ts'
import type { Ready } from '../routes/sending.ts'

type PartFault = Extract<Fault, { kind: Kind }>

export interface Attempt {
  /** Null where the connection was cut while the body came. */
  answer: Answer | null
  calls: Call[]
  fired: number
}

export async function attempt(world: World, { send }: Ready, faults: Fault[], sent?: Sent): Promise<Attempt> {
  const plan = new Faults(...faults)
  // Every attempt reads them, so that the calls of one have the same numbers as those of the next.
  forgetSettings()
  const answer = await withFaults(world, plan, () => send(sent).catch((error) => cutOff(plan, error)))
  return { answer, calls: plan.calls, fired: plan.fired }
}

/** A body that cannot be read to its end is a download that the reader sees fail. Anything else is a fault of the test. */
function cutOff({ isAnswered, fired }: Faults, error: unknown): null {
  if (isAnswered && fired > 0) return null
  throw error
}

/** Every fault that may meet these calls before any of them has done anything. */
export function faultsBefore(calls: readonly Call[]): PartFault[] {
  const counts = new Map<Call['part'], number>()
  return calls.flatMap((call) => {
    const on = (counts.get(call.part) ?? 0) + 1
    counts.set(call.part, on)
    return call.isLate ? [] : BEFORE[call.part].map((kind) => ({ part: call.part, kind, on }))
  })
}

/** The call that a fault of these calls meets. */
export function callOf(calls: readonly Call[], { part, on }: PartFault): Call | undefined {
  return typeof on === 'number' ? calls.filter((call) => call.part === part)[on - 1] : undefined
}

/** Whether the site gets over a fault by itself: what does no harm twice is tried again, and no answer needs the cache. */
export function isOvercome(fault: PartFault, call: Call | undefined): boolean {
  if (fault.part === 'CACHE') return true
  return PASSING.has(fault.kind) && call !== undefined && (!call.writes || fault.part === 'RATE_LIMITER')
}

/** An answer that says what happened: the status of an outage or of a bug, the id of the request, and nothing that is kept. */
export function expectClearFailure({ status, headers, text }: Answer): void {
  expect([500, 503], text.slice(0, 300)).toContain(status)
  const id = headers.get('x-request-id') ?? ''
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(text).toContain(id)
  expect(headers.get('cache-control')).toMatch(/^private, no-(store|cache)$/)
  expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null)
}
