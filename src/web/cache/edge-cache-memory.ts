import { SECOND } from '#kernel/clock.ts'
import { type Entry, isAlive, LIFE } from '#web/cache/edge-cache-entry.ts'

/** Part of the memory budget in docs/limits.md: concurrent uploads need the rest of the memory. */
const BYTES_MAX = 6 * 1024 * 1024
const ENTRIES_MAX = 1_000
/**
 * After this time another request may claim an entry, because the request that claimed it may have
 * been aborted.
 */
const CLAIM_FOR = 5 * SECOND

/** The argument of `drop` for all paths. */
export const EVERY_PATH = ''

/** The languages that a reader chose for lists, from the cookies; null for all languages. */
export type ListLanguageOf = (cookies: string | null | undefined) => string | null

/**
 * Responses for anonymous readers that need no database read: first from the memory of this
 * isolate, then from the Cache API of the data centre.
 */
export interface EdgeCache {
  /** The id of the build. The responses of another build are not used. */
  edition: string
  /** Lists have one entry for each value. */
  listLanguageOf: ListLanguageOf
  memory: Memory
}

/** A request that renders an entry. */
interface Claim {
  key: string
  now: number
}

interface Stored {
  path: string
  entry: Entry
}

interface Drop {
  at: number
  generation: number
}

/**
 * The cache inside one isolate: the entries, the claims of requests that are rendering, and the
 * drops of the last minute. It stores values, never promises, because a Worker must not await a
 * promise of another request.
 */
export class Memory {
  readonly #entries = new Map<string, Stored>()
  readonly #claims = new Map<string, Claim>()
  /** The last drop of each path, oldest first. */
  readonly #drops = new Map<string, Drop>()
  #bytes = 0
  /**
   * The number of drops so far: every drop increments it. A request remembers the number when it
   * begins to read, to find out later whether a drop happened in between.
   */
  generation = 0

  /**
   * The entry of a key, however stale, or null if there is none or if it is too old to be served.
   */
  get(key: string, now: number): Entry | null {
    const stored = this.#entries.get(key)
    if (!stored) return null
    this.#remove(key, stored)
    if (!isAlive(stored.entry, now)) return null
    // A read entry moves to the end of the map, so that the least recently used entries are removed
    // first.
    this.#add(key, stored)
    return stored.entry
  }

  /**
   * Stores an entry, and removes the least recently used entries above the limits. An entry that
   * would fill more than an eighth of the memory is not stored.
   */
  put(key: string, path: string, entry: Entry): void {
    const former = this.#entries.get(key)
    if (former) this.#remove(key, former)
    if (entry.body.byteLength > BYTES_MAX / 8) return
    this.#add(key, { path, entry })
    for (const [oldest, each] of this.#entries) {
      if (this.#bytes <= BYTES_MAX && this.#entries.size <= ENTRIES_MAX) break
      this.#remove(oldest, each)
    }
  }

  /**
   * Removes the entries of a path and of the paths below it, and remembers the drop for a minute.
   */
  drop(dropped: string, now: number): void {
    this.generation++
    for (const [path, { at }] of this.#drops) {
      if (now - at < LIFE) break
      this.#drops.delete(path)
    }
    this.#drops.delete(dropped)
    this.#drops.set(dropped, { at: now, generation: this.generation })
    for (const [key, stored] of this.#entries) {
      if (isWithin(stored.path, dropped)) this.#remove(key, stored)
    }
  }

  /** Whether the Cache API or a replica may still have data of this path from before a drop. */
  droppedLately(path: string, now: number): boolean {
    return this.#dropsOf(path).some(({ at }) => now - at < LIFE)
  }

  /**
   * Whether the path was dropped after `generation`: a response that began before a drop must not
   * be stored after it.
   */
  droppedSince(path: string, generation: number): boolean {
    return this.#dropsOf(path).some((drop) => drop.generation > generation)
  }

  /**
   * Claims the rendering of a key for this request. Returns false if another request is rendering
   * it.
   */
  claim(claim: Claim): boolean {
    if (this.isClaimed(claim.key, claim.now)) return false
    this.#claims.set(claim.key, claim)
    return true
  }

  isClaimed(key: string, now: number): boolean {
    const claim = this.#claims.get(key)
    return claim !== undefined && Math.abs(now - claim.now) < CLAIM_FOR
  }

  /**
   * Releases the claim, if this request still has it. After `CLAIM_FOR`, another request may have
   * taken it.
   */
  release(claim: Claim): void {
    if (this.#claims.get(claim.key) === claim) this.#claims.delete(claim.key)
  }

  #dropsOf(path: string): Drop[] {
    const paths = [EVERY_PATH, path]
    for (let end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1))
      paths.push(path.slice(0, end))
    return paths.flatMap((each) => this.#drops.get(each) ?? [])
  }

  #add(key: string, stored: Stored): void {
    this.#entries.set(key, stored)
    this.#bytes += stored.entry.body.byteLength
  }

  #remove(key: string, { entry }: Stored): void {
    this.#entries.delete(key)
    this.#bytes -= entry.body.byteLength
  }
}

function isWithin(path: string, dropped: string): boolean {
  return dropped === EVERY_PATH || path === dropped || path.startsWith(`${dropped}/`)
}
