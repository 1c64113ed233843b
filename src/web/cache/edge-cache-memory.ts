import { SECOND } from '#kernel/clock.ts'
import { type Entry, isAlive, LIFE } from '#web/cache/edge-cache-entry.ts'

/** docs/limits.md reckons with it: what an upload may take at the same time leaves no more. */
const BYTES_MAX = 8 * 1024 * 1024
const ENTRIES_MAX = 1_000
/** A request that makes an answer may be cut off: after this time another request may claim it. */
const CLAIM_FOR = 5 * SECOND

interface Claim {
  key: string
  now: number
}

/**
 * The layer inside the isolate: answers, which of them a request is making now, and the last drop. Values, never
 * promises.
 */
export class Memory {
  readonly #entries = new Map<string, Entry>()
  readonly #claims = new Map<string, Claim>()
  #bytes = 0
  #droppedAt = Number.NEGATIVE_INFINITY
  /** Goes up with every drop: an answer begun before a drop must not be kept after it. */
  generation = 0

  get(key: string, now: number): Entry | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#remove(key, entry)
    if (!isAlive(entry, now)) return null
    // An entry that is read moves to the end, so the entries that nobody asks for stand in front and are removed first.
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

  /** Whether the Cache API or a replica may still hold copies from before a change. */
  droppedLately(now: number): boolean {
    return now - this.#droppedAt < LIFE
  }

  /** Whether the caller is to make the answer; false while another request is making it. */
  claim(claim: Claim): boolean {
    if (this.isClaimed(claim.key, claim.now)) return false
    this.#claims.set(claim.key, claim)
    return true
  }

  isClaimed(key: string, now: number): boolean {
    const claim = this.#claims.get(key)
    return claim !== undefined && Math.abs(now - claim.now) < CLAIM_FOR
  }

  /** Releases the claim if it is still this request's. */
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
