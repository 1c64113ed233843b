import fc from 'fast-check'
import type { Comment, Post, Site } from './state.ts'

/** One thing that happens, as it is drawn, printed and kept: names and small numbers, `{ do: 'like', by: 1, post: 0 }`. */
export type Step = { do: string } & Record<string, number | string | boolean>
/** What several people do in the same moment. */
export type Concurrent = { do: 'concurrently'; steps: Step[] }

/** A step on a site as it stands: what is sent by whom, and what the rules say comes of it. */
export interface Call {
  /** Null for somebody who is not signed in. */
  by: number | null
  method: string
  path: string
  body?: unknown
  /** Changes the model, and says what the site must answer. `given` has the ids of what was made. */
  rule(site: Site, given: Given): Expected
  /** Whether a request of it checks its sender in. Reads that anybody may do never do, nor does the check-in itself. */
  checksIn?: false
  /** What the sender must be; nobody else gets as far as the rule. */
  needs?: 'admin' | 'owner'
}

/** Who may be drawn for a step, and what: `pick` finds it on the site, or null where there is none yet. */
export interface Draw<Value> {
  arbitrary: fc.Arbitrary<number | string | boolean>
  pick(site: Site, drawn: unknown): Value | null
}

type Draws = Record<string, Draw<unknown>>
type Picked<D extends Draws> = { [Name in keyof D]: D[Name] extends Draw<infer Value> ? Value : never }

export interface Act {
  weight: number
  draws: Draws
  call(picked: Record<string, unknown>, site: Site): Call | null
}

type Made = Omit<Call, 'by'> & { by?: number | null }

/** `by` is always drawn too: one of the people, unless the call says who it is. */
export function act<const D extends Draws>(
  weight: number,
  draws: D,
  call: (picked: Picked<D> & { by: number }, site: Site) => Made | null,
): Act {
  return {
    weight,
    draws: { by: person, ...draws },
    call(picked, site) {
      const known = picked as Picked<D> & { by: number }
      const made = call(known, site)
      return made && { by: known.by, ...made }
    },
  }
}

const nth = (ids: Iterable<number>, drawn: unknown): number | null => {
  const all = [...ids]
  return all.length === 0 ? null : (all[Number(drawn) % all.length] ?? null)
}

/** Few of each, and the newest: people must meet. */
const NEWEST = 6
const GONE = NEWEST
const isStanding = (post: Post | undefined) => post?.deletedAt === null
const newest = (ids: Iterable<number>, drawn: unknown) => nth([...ids].reverse().slice(0, NEWEST), drawn)

export const person: Draw<number> = {
  arbitrary: fc.nat({ max: 7 }),
  pick: ({ people }, drawn) => nth(people.keys(), drawn),
}
/** Mostly one that stands. */
export const post: Draw<number> = {
  arbitrary: fc.nat({ max: GONE }),
  pick: ({ posts }, drawn) => {
    const [standing, gone] = [
      [...posts.values()].filter(isStanding),
      [...posts.values()].filter((post) => !isStanding(post)),
    ]
    return (
      newest(
        (drawn === GONE && gone.length > 0 ? gone : standing).map(({ id }) => id),
        drawn,
      ) ?? newest(posts.keys(), drawn)
    )
  },
}
export const comment: Draw<number> = {
  arbitrary: fc.nat({ max: GONE }),
  pick: ({ comments, posts }, drawn) => {
    const isThere = ({ isDeleted, post }: Comment) => !isDeleted && isStanding(posts.get(post))
    const standing = [...comments.values()].filter(isThere).map(({ id }) => id)
    return (drawn === GONE ? null : newest(standing, drawn)) ?? newest(comments.keys(), drawn)
  },
}
export const folder: Draw<number> = {
  arbitrary: fc.nat({ max: NEWEST - 1 }),
  pick: ({ folders }, drawn) => newest(folders.keys(), drawn),
}

/** One of these; the first is what a counter-example shrinks to. */
export function oneOf<const Value extends number | string | boolean>(...values: Value[]): Draw<Value> {
  return { arbitrary: fc.constantFrom(...values), pick: (_, drawn) => drawn as Value }
}

/** What the model says the site answers: a success with these figures, or a refusal for one of these reasons. */
export type Expected = { status: number; figures: object } | { refused: Code[] }

export const ok = (figures: object = {}): Expected => ({ status: 200, figures })
export const made = (figures: object = {}): Expected => ({ status: 201, figures })
export const accepted = (figures: object = {}): Expected => ({ status: 202, figures })
export const done = (): Expected => ({ status: 204, figures: {} })

/** Where more than one rule is broken, nobody says which of them is named. */
export function refusal(...reasons: (Code | false)[]): Expected | null {
  const refused = reasons.filter((reason) => reason !== false)
  return refused.length > 0 ? { refused } : null
}

/** The statuses of the contract. */
const STATUS = {
  invalid_credentials: 401,
  banned: 403,
  forbidden: 403,
  level_too_low: 403,
  list_private: 403,
  not_found: 404,
  username_taken: 409,
  post_not_editable: 409,
  post_not_submittable: 409,
  comment_not_editable: 409,
  invalid_transition: 409,
  version_conflict: 409,
  already_checked_in: 409,
  energy_negative: 409,
  energize_cap: 409,
  own_post: 409,
  self_follow: 409,
  review_pending: 409,
  default_folder: 409,
  validation_failed: 422,
  rate_limited: 429,
} as const

type Code = keyof typeof STATUS

export interface Given {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  json: any
}

/** What is different, in words; null where the two agree. */
export function difference(expected: Expected, { status, json }: Given): string | null {
  const got = `${status} ${JSON.stringify(json?.error?.code ?? json)}`
  if ('refused' in expected) {
    const isOne = expected.refused.some((code) => STATUS[code] === status && json?.error?.code === code)
    return isOne ? null : `the model refuses with ${expected.refused.join(' or ')}, the site answers ${got}`
  }
  if (status === expected.status && holds(json, expected.figures)) return null
  return `the model answers ${expected.status} ${JSON.stringify(expected.figures)}, the site ${got}`
}

/** Whether everything that is expected is there; lists must be equal. */
function holds(actual: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((part, index) => holds(actual[index], part))
    )
  }
  if (typeof expected !== 'object' || expected === null) return Object.is(actual, expected)
  const entries = Object.entries(expected)
  if (entries.length === 0) return true
  if (typeof actual !== 'object' || actual === null) return false
  return entries.every(([key, value]) => holds((actual as Record<string, unknown>)[key], value))
}
