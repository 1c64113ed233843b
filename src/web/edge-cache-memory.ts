import { SECOND } from '#kernel/clock.ts'
import { type Entry, isAlive, LIFE } from '#web/edge-cache-entry.ts'

const BYTES_MAX = 16 * 1024 * 1024
const ENTRIES_MAX = 1_000
/** Whoever makes an answer may be cut off: after this, somebody else does. */
const CLAIM_FOR = 5 * SECOND

interface Claim {
  key: string
  now: number
}

/** The layer inside the isolate: answers, who is making one right now, and the last drop. Values, never promises. */
export class Memory {
  readonly #entries = new Map<string, Entry>()
  readonly #claims = new Map<string, Claim>()
  #bytes = 0
  #droppedAt = Number.NEGATIVE_INFINITY
  /** Moves with every drop: what was begun before one must not be kept after it. */
  generation = 0

  get(key: string, now: number): Entry | null {
    const entry = this.#entries.get(key)
    if (!entry) return null
    this.#remove(key, entry)
    if (!isAlive(entry, now)) return null
    // Put back at the end: what nobody asks for comes to the front and goes first.
    this.#add(key, entry)
    return entry
  }

  put(key: string, entry: Entry): void {
    const former = this.#entries.get(key)
    if (former) this.#remove(key, former)
    if (entry.body.byteLength > BYTES_MAX / 16) return
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

  /** Whether copies from before a change may still be about, in the Cache API or on a replica. */
  droppedLately(now: number): boolean {
    return now - this.#droppedAt < LIFE
  }

  /** Whether it is for the caller to make the answer; false while another request is at it. */
  claim(claim: Claim): boolean {
    if (this.isClaimed(claim.key, claim.now)) return false
    this.#claims.set(claim.key, claim)
    return true
  }

  isClaimed(key: string, now: number): boolean {
    const claim = this.#claims.get(key)
    return claim !== undefined && Math.abs(now - claim.now) < CLAIM_FOR
  }

  /** Only one's own. */
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
