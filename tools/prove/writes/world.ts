import { type Random, randomFrom } from '../../../scripts/seed/random.ts'
import { publish, signUp } from './acts.ts'
import { type Ask, logIn, PASSWORD, type Person, type SiteResponse } from './people.ts'

/** The writers, their posts, and the expected facts. */
export interface World {
  ask: Ask
  writeLog: WriteLog
  people: Person[]
  /** Public posts that everyone can like, energize and comment on. */
  posts: { id: number; author: number }[]
  /** The posts that each user may still edit or delete. */
  own: Map<number, Own>
  /** The bytes and the path of each acknowledged image. */
  pictures: { url: string; bytes: Uint8Array }[]
  /** A new number each time, which identifies titles, names and texts. */
  count(): number
}

export interface Own {
  posts: { id: number; title: string; version: number }[]
  comments: { id: number; body: string; notices: number; post: number }[]
}

/** One write, recorded in the log. */
export type Act = (world: World, person: Person, random: Random) => Promise<unknown>

const OWNER = 'owner@proof.test'
/** More than a user can give away. */
const ENERGY = 100_000

/** Settings of an empty site, with only its owner. */
export const EMPTY_SITE = { JOULE_EMPTY: '1', JOULE_OWNER_EMAIL: OWNER, JOULE_OWNER_PASSWORD: PASSWORD }

export function newWorld(ask: Ask): World {
  let counted = 0
  return { ask, writeLog: new WriteLog(), people: [], posts: [], own: new Map(), pictures: [], count: () => ++counted }
}

/** Creates users with energy to give, and their posts. */
export async function settle(world: World, people: number, posts: number): Promise<void> {
  const owner = await logIn(world.ask, OWNER, '10.255.0.1')
  while (world.people.length < people) {
    // A few at a time, because each registration is expensive.
    const next = Array.from({ length: Math.min(4, people - world.people.length) }, () => signUp(world, world.count()))
    world.people.push(...(await Promise.all(next)).map((person) => person ?? missing('a user')))
  }
  const uids = world.people.map(({ uid }) => uid)
  const given = await owner.send('POST', '/api/admin/energy/adjust', { uids, amount: ENERGY, reason: 'for the proof' })
  if (!given || given.status >= 300) missing(`energy (${given?.status} ${given?.bytes})`)
  await addPosts(world, posts)
}

export async function addPosts(world: World, posts: number): Promise<void> {
  const random = randomFrom(`authors ${world.posts.length}`)
  const made = Array.from({ length: posts }, async () => {
    const author = random.pick(world.people)
    const { id } = (await publish(world, author)) ?? missing('a post')
    return { id, author: author.uid }
  })
  world.posts.push(...(await Promise.all(made)))
}

function missing(what: string): never {
  throw new Error(`${what} could not be created during the setup`)
}

/** A fact in the database as one text with all of its parts; null if it does not exist. */
type Value = string | null

interface Write {
  fact: string
  /** The fact after the write. */
  next: Value
  send: () => Promise<SiteResponse | null>
  /** Whether repeating it with the same key is idempotent. */
  isRepeatable?: boolean
}

/** The result of a comparison with the database. */
export interface Verdict {
  /** Facts that match the responses. */
  held: number
  /** Unanswered writes that are complete, and those that have no effect. */
  there: number
  notThere: number
  lost: string[]
}

/**
 * A log of all writes, with the expected content of the database. After an acknowledged write a fact has one value;
 * after an unanswered write the old or the new value, and nothing else. Each fact has one writer, who writes
 * sequentially.
 */
export class WriteLog {
  readonly counts = { acknowledged: 0, refused: 0, failed: 0, unanswered: 0 }
  readonly #facts = new Map<string, { value: Value; orElse?: { value: Value; again: Write | null } }>()

  /** The value by the last response. */
  value(fact: string): Value {
    return this.#facts.get(fact)?.value ?? null
  }

  /** Whether the last write is unanswered, so that the value is uncertain. */
  isOpen(fact: string): boolean {
    return this.#facts.get(fact)?.orElse !== undefined
  }

  async write(write: Write): Promise<SiteResponse | null> {
    const { fact, next, send, isRepeatable = false } = write
    const before = this.value(fact)
    // Before the request: a comparison during the request must accept both values.
    this.#facts.set(fact, { value: before, orElse: { value: next, again: isRepeatable ? write : null } })
    const response = await send()
    if (response === null) this.counts.unanswered++
    else if (response.status >= 500) this.counts.failed++
    else if (response.status >= 400) this.counts.refused++
    else this.counts.acknowledged++
    if (response === null || response.status >= 500) return response
    this.#facts.set(fact, { value: response.status < 400 ? next : before })
    return response
  }

  /** Compares the log with the database, and records the actual results of unanswered writes. */
  compare(found: ReadonlyMap<string, string>): Verdict {
    const verdict: Verdict = { held: 0, there: 0, notThere: 0, lost: [] }
    for (const [fact, { value, orElse }] of this.#facts) {
      const actual = found.get(fact) ?? null
      if (orElse && actual === orElse.value) verdict.there++
      else if (actual !== value)
        verdict.lost.push(`${fact} is ${actual}, not ${value}${orElse ? ` or ${orElse.value}` : ''}`)
      else if (orElse) verdict.notThere++
      else verdict.held++
      this.#facts.set(fact, { value: actual })
    }
    const unknown = [...found].filter(([fact]) => !this.#facts.has(fact))
    for (const [fact, value] of unknown) verdict.lost.push(`${fact} is ${value}, but was never written`)
    return verdict
  }

  /** The unanswered writes that may be repeated. */
  repeatable(): Write[] {
    return [...this.#facts.values()].flatMap(({ orElse }) => orElse?.again ?? [])
  }
}
