import { SECOND } from '#kernel/clock.ts'
import { type Entry, isAlive, LIFE } from '#web/cache/edge-cache-entry.ts'

/** Counted in the memory budget of docs/limits.md: concurrent uploads need the rest. */
const BYTES_MAX = 8 * 1024 * 1024
const ENTRIES_MAX = 1_000
/** After this time another request may claim an entry, because the request that claimed it may have been aborted. */
const CLAIM_FOR = 5 * SECOND

interface Claim {
  key: string
  now: number
}

/**
 * The cache inside the isolate: entries, claims of requests that are rendering, and the time of the last clear. It stores
 * values, never promises.
 */
export class Memory {
  readonly #entries = new Map<string, Entry>()
  readonly #claims = new Map<string, Claim>()
  #bytes = 0
  #droppedAt = Number.NEGATIVE_INFINITY
  /** Incremented by every clear: a response that began before a clear must not be stored after it. */
  generation = 0

  get(key: string, now: number): Entry | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#remove(key, entry)
    if (!isAlive(entry, now)) return null
    // A read entry moves to the end of the map, so that the least recently used entries are removed first.
    this.#add(key, entry)
    return entry
  }

  put(key: string, entry: Entry): void {
    const former = this.#entries.get(key)
    if (former) this.#remove(key, former)
    if (entry.body.byteLength > BYTES_MAX / 8) return
    this.#add(key, entry)
    for (const [oldest, each] of this.#entries) {
      if (this.#bytes <= BYTES_MAX && this.#entries.size <= ENTRIES_MAX) break
      this.#remove(oldest, each)
    }
  }

  drop(now: number): void {
    this.generation++
    this.#droppedAt = now
    this.#entries.clear()
    this.#bytes = 0
  }

  /** Whether the Cache API or a replica may still have data from before the last change. */
  droppedLately(now: number): boolean {
    return now - this.#droppedAt < LIFE
  }

  /** Whether the caller should render; false while another request is rendering. */
  claim(claim: Claim): boolean {
    if (this.isClaimed(claim.key, claim.now)) return false
    this.#claims.set(claim.key, claim)
    return true
  }

  isClaimed(key: string, now: number): boolean {
    const claim = this.#claims.get(key)
    return claim !== undefined && Math.abs(now - claim.now) < CLAIM_FOR
  }

  /** Releases the claim, if this request still has it. */
  release(claim: Claim): void {
    if (this.#claims.get(claim.key) === claim) this.#claims.delete(claim.key)
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    this.#bytes += entry.body.byteLength
  }

  #remove(key: string, entry: Entry): void {
    this.#entries.delete(key)
    this.#bytes -= entry.body.byteLength
  }
}
