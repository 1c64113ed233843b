import fc from 'fast-check'
import type { ErrorCode } from '#kernel/errors.ts'
import type { Comment, Post, Site } from './state.ts'

/**
 * One step as it is drawn, printed and stored: names and small numbers, `{ do: 'like', by: 1, post:
 * 0 }`.
 */
export type Step = { do: string } & Record<string, number | string | boolean>
/** Concurrent steps of several people. */
export type Concurrent = { do: 'concurrently'; steps: Step[] }

/** A step on the current site: the request, and the result according to the rules. */
export interface Call {
  /** Null if the sender is not signed in. */
  by: number | null
  method: string
  path: string
  body?: unknown
  /** A plain form, or the form of an application. */
  form?: Record<string, string>
  /** The access token of an application. */
  bearer?: string
  /** Changes the model, and returns the expected response. `given` has the ids of created items. */
  rule(site: Site, given: Given): Expected
  /** Whether the request checks its sender in. Public reads and the check-in itself do not. */
  checksIn?: false
  /** The required role. Other senders are refused before the rule runs. */
  needs?: 'admin' | 'owner'
  /** Banned senders reach the rule. */
  admitsBanned?: true
}

/** The person whose sessions the call ends with a new password. */
export function resetBy({ body }: Call): number | null {
  return (body as { linkOf?: number } | undefined)?.linkOf ?? null
}

/**
 * The values that can be drawn for a step. `pick` finds an item on the site, or null if there is
 * none yet.
 */
export interface Draw<Value> {
  arbitrary: fc.Arbitrary<number | string | boolean>
  pick(site: Site, drawn: unknown): Value | null
}

type Draws = Record<string, Draw<unknown>>
type Picked<D extends Draws> = {
  [Name in keyof D]: D[Name] extends Draw<infer Value> ? Value : never
}

export interface Act {
  /** The routes that its calls use. */
  routes: readonly string[]
  weight: number
  draws: Draws
  call(picked: Record<string, unknown>, site: Site): Call | null
}

/**
 * A call as the rules write it: `POST /api/folders`, by the drawn person unless it names another
 * sender.
 */
export type Made = Omit<Call, 'by' | 'method' | 'path'> & { by?: number | null; request: string }

/**
 * `route` is the route of every call, or all routes if there are several: a test compares them with
 * the commands of the site. `by` is always drawn too: one of the people, unless the call sets it.
 */
export function act<const D extends Draws>(
  route: string | readonly string[],
  weight: number,
  draws: D,
  call: (picked: Picked<D> & { by: number }, site: Site) => Made | null,
): Act {
  const routes = typeof route === 'string' ? [route] : route
  const patterns = routes.map(patternOf)
  return {
    routes,
    weight,
    draws: { by: person, ...draws },
    call(picked, site) {
      const known = picked as Picked<D> & { by: number }
      const made = call(known, site)
      if (made === null) return null
      if (!patterns.some((pattern) => pattern.test(made.request)))
        throw new Error(`${made.request} is not a call of ${routes.join(' or ')}`)
      const [method = '', path = ''] = made.request.split(' ')
      return { by: known.by, method, path, ...made }
    },
  }
}

/** Matches the requests of a route, with any query. */
function patternOf(route: string): RegExp {
  return new RegExp(`^${route.replace(/:\w+/g, '[^/?]+')}(?:\\?.*)?$`)
}

const nth = (ids: Iterable<number>, drawn: unknown): number | null => {
  const all = [...ids]
  return all.length === 0 ? null : (all[Number(drawn) % all.length] ?? null)
}

/** Few of each kind, and the newest ones, so that people interact. */
const NEWEST = 6
const GONE = NEWEST
const isStanding = (post: Post | undefined) => post?.deletedAt === null
const newest = (ids: Iterable<number>, drawn: unknown) =>
  nth([...ids].reverse().slice(0, NEWEST), drawn)

export const person: Draw<number> = {
  arbitrary: fc.nat({ max: 7 }),
  pick: ({ people }, drawn) => nth(people.keys(), drawn),
}
/** Mostly an item that is not deleted. */
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
export const series: Draw<number> = {
  arbitrary: fc.nat({ max: 2 }),
  pick: ({ series }, drawn) => nth(series.keys(), drawn),
}
export const folder: Draw<number> = {
  arbitrary: fc.nat({ max: NEWEST - 1 }),
  pick: ({ folders }, drawn) => newest(folders.keys(), drawn),
}

/** One of these values; a counterexample shrinks to the first. */
export function oneOf<const Value extends number | string | boolean>(
  ...values: Value[]
): Draw<Value> {
  return { arbitrary: fc.constantFrom(...values), pick: (_, drawn) => drawn as Value }
}

/** The expected response: a success with these fields, or a refusal with one of these codes. */
export type Expected = { status: number; figures: object } | { refused: Code[] }

export const ok = (figures: object = {}): Expected => ({ status: 200, figures })
export const made = (figures: object = {}): Expected => ({ status: 201, figures })
export const accepted = (figures: object = {}): Expected => ({ status: 202, figures })
/** The browser is sent to another page or site. */
export const returned = (figures: object = {}): Expected => ({ status: 302, figures })
export const done = (): Expected => ({ status: 204, figures: {} })

export const refuse = (reason: Code): Expected => ({ refused: [reason] })

/** If several rules are broken, any of their codes is accepted. */
export function refusal(...reasons: (Code | false)[]): Expected | null {
  const refused = reasons.filter((reason) => reason !== false)
  return refused.length > 0 ? { refused } : null
}

type Code = ErrorCode | OtherCode
type OtherCode =
  | `invalid_${'client' | 'grant' | 'token'}`
  | 'access_denied'
  | 'identity_taken'
  | 'unknown_app'

/**
 * Of refusals in redirects, and of OAuth. `Client` compares the statuses of the API with their
 * codes.
 */
const STATUS: Partial<Record<Code, number>> = {
  access_denied: 302,
  email_taken: 302,
  identity_taken: 302,
  invalid_grant: 400,
  unknown_app: 400,
  invalid_client: 401,
  invalid_token: 401,
}

export interface Given {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: responses have every shape
  json: any
}

/** The difference as text; null if both agree. */
export function difference(expected: Expected, { status, json }: Given): string | null {
  const got = `${status} ${JSON.stringify(json?.error?.code ?? json)}`
  if ('refused' in expected) {
    const isOne = expected.refused.some(
      (code) => json?.error?.code === code && (STATUS[code] ?? status) === status,
    )
    return isOne
      ? null
      : `the model refuses with ${expected.refused.join(' or ')}, the site responds with ${got}`
  }
  // A redirect may contain a refusal.
  const isSuccess = status === expected.status && json?.error === undefined
  if (isSuccess && holds(json, expected.figures)) return null
  return `the model responds with ${expected.status} ${JSON.stringify(expected.figures)}, the site ${got}`
}

/** Whether every expected member is present. Lists must be equal. */
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
