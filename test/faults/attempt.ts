import { expect } from 'vitest'
import { forgetProviders } from '#features/accounts/providers/providers.ts'
import { forgetPublicPosts } from '#features/community/views/public-posts.ts'
import { readIdentity } from '#features/core/identity/identity.ts'
import { forgetWords } from '#features/core/site/blocked-words.ts'
import { forgetSettings } from '#features/core/site/settings.ts'
import { type Call, type Fault, Faults } from '#test/faults/faults.ts'
import { type Kind, kindsBefore, PASSING } from '#test/faults/kinds.ts'
import { withFaults } from '#test/faults/with-faults.ts'
import type { Sent, TestResponse, World } from '#test/world.ts'
import type { Ready } from '../routes/sending.ts'
import { sampledKinds } from './sampling.ts'

type PartFault = Extract<Fault, { kind: Kind }>

export interface Attempt {
  /** Null if the connection was cut while the body was sent. */
  response: TestResponse | null
  calls: readonly Call[]
  /** The number of faults that occurred. */
  fired: number
}

/** Sends a request to a site with these faults. */
export async function attempt(
  world: World,
  { send }: Ready,
  faults: Fault[],
  sent?: Sent,
): Promise<Attempt> {
  const plan = new Faults(...faults)
  // Forgotten, so that every attempt reads them and the calls of all attempts have the same
  // numbers.
  forgetSettings()
  forgetProviders()
  forgetWords()
  forgetPublicPosts()
  // Read now, so that no attempt refreshes it. Pages do not depend on this read
  // (test/faults/degraded.test.ts).
  await readIdentity(world.db, world.now)
  const response = await withFaults(world, plan, () =>
    send(sent).catch((error) => cutOff(plan, error)),
  )
  return { response, calls: plan.calls, fired: plan.fired }
}

/**
 * A body that cannot be read to its end is a failed download. Any other error is a bug of the test.
 */
function cutOff({ hasResponded, fired }: Faults, error: unknown): null {
  if (hasResponded && fired > 0) return null
  throw error
}

/**
 * The faults that these calls can have before any of them takes effect, of kinds that are retried
 * and of others.
 */
export function faultsBefore(calls: readonly Call[]): PartFault[] {
  const counts = new Map<Call['part'], number>()
  return calls.flatMap((call) => {
    const on = (counts.get(call.part) ?? 0) + 1
    counts.set(call.part, on)
    if (call.isLate) return []
    const { retried = [], final = [] } = Object.groupBy(kindsBefore(call.part), (kind) =>
      PASSING.has(kind) ? 'retried' : 'final',
    )
    return [...sampledKinds(retried, on), ...sampledKinds(final, on)].map((kind) => ({
      part: call.part,
      kind,
      on,
    }))
  })
}

/** The call that a fault hits. */
export function callOf(calls: readonly Call[], { part, on }: PartFault): Call | undefined {
  return typeof on === 'number' ? calls.filter((call) => call.part === part)[on - 1] : undefined
}

/**
 * Whether the site recovers from a fault by itself: it retries idempotent calls and works without
 * the cache.
 */
export function isOvercome(fault: PartFault, call: Call | undefined): boolean {
  if (fault.part === 'CACHE') return true
  return (
    PASSING.has(fault.kind) && call !== undefined && (!call.writes || fault.part === 'RATE_LIMITER')
  )
}

/**
 * Expects a clear error: the status of an outage or a bug, the request id, and a response that is
 * not cacheable.
 */
export function expectClearFailure({ status, headers, text }: TestResponse): void {
  expect([500, 503], text.slice(0, 300)).toContain(status)
  const id = headers.get('x-request-id') ?? ''
  expect(id).toMatch(/^[\w-]{22}$/)
  expect(text).toContain(id)
  expect(headers.get('cache-control')).toMatch(/^private, no-(store|cache)$/)
  expect(headers.get('retry-after')).toBe(status === 503 ? '5' : null)
}
