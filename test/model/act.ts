import fc from 'fast-check'
import type { Expected, Given } from './answer.ts'
import type { Comment, Post, Site } from './state.ts'

/** One thing that happens, as it is drawn, printed and kept: names and small numbers, `{ do: 'like', by: 1, post: 0 }`. */
export type Step = { do: string } & Record<string, number | string | boolean>
/** What several people do in the same moment. */
export type AtOnce = { do: 'at once'; steps: Step[] }

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
