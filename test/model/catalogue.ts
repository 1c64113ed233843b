import fc from 'fast-check'
import { type Act, type Call, type Concurrent, person, type Step } from './act.ts'
import { accountActs } from './rules/accounts.ts'
import { appActs } from './rules/apps.ts'
import { blockActs } from './rules/blocks.ts'
import { commentActs } from './rules/comments.ts'
import { energyActs } from './rules/energy.ts'
import { favoriteActs } from './rules/favorites.ts'
import { identityActs } from './rules/identities.ts'
import { invitationActs } from './rules/invitations.ts'
import { noticeActs } from './rules/notices.ts'
import { postActs } from './rules/posts.ts'
import { reactionActs } from './rules/reactions.ts'
import { readingActs } from './rules/reading.ts'
import { reportActs } from './rules/reports.ts'
import { reviewActs } from './rules/review.ts'
import { seriesActs } from './rules/series.ts'
import { WAITS } from './rules/time.ts'
import type { Site } from './state.ts'

/** All steps that people can do. */
const ACTS: Record<string, Act> = {
  ...accountActs,
  ...postActs,
  ...reviewActs,
  ...commentActs,
  ...reactionActs,
  ...favoriteActs,
  ...energyActs,
  ...blockActs,
  ...reportActs,
  ...noticeActs,
  ...readingActs,
  ...invitationActs,
  ...identityActs,
  ...appActs,
  ...seriesActs,
}

/**
 * Not in concurrent steps, because they create or sign in a user who is not known before, or change
 * how a user signs in.
 */
const ALONE = [
  'register',
  'log in',
  'log in with a provider',
  'change the password',
  'leave and come back',
]

/** The routes of all acts, as `POST /api/posts/:id/like`. */
export const MODELLED_ROUTES: ReadonlySet<string> = new Set(
  Object.values(ACTS).flatMap(({ routes }) => routes),
)

/** The call of a step on this site; null if there is no suitable item yet. */
export function callOf(step: Step, site: Site): Call | null {
  const act = ACTS[step.do]
  if (act === undefined) throw new Error(`unknown step: ${step.do}`)
  const picked: Record<string, unknown> = {}
  for (const [name, draw] of Object.entries(act.draws)) {
    picked[name] = draw.pick(site, step[name])
    if (picked[name] === null) return null
  }
  return act.call(picked, site)
}

const single = (names: string[]): fc.WeightedArbitrary<Step>[] =>
  names.map((name) => {
    const { weight = 0, draws = {} } = ACTS[name] ?? {}
    const drawn = Object.entries(draws).map(([draw, { arbitrary }]) => [draw, arbitrary])
    const arbitrary = fc.record({ do: fc.constant(name), ...Object.fromEntries(drawn) })
    return { weight, arbitrary: arbitrary as fc.Arbitrary<Step> }
  })

const all = Object.keys(ACTS)
const together = fc.oneof(...single(all.filter((name) => !ALONE.includes(name))))

export const anyStep: fc.Arbitrary<Step | Concurrent> = fc.oneof(
  ...single(all),
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('concurrently' as const),
      steps: fc.array(together, { minLength: 2, maxLength: 4 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('wait'), minutes: fc.constantFrom(...WAITS) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('cron'), what: fc.constantFrom('due', 'due', 'all') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('set exp'),
      by: person.arbitrary,
      amount: fc.constantFrom(1, 200, 2_000),
    }),
  },
)
