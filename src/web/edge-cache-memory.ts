import { SECOND } from '#kernel/clock.ts'
import { type Entry, isAlive, LIFE } from '#web/edge-cache-entry.ts'

/** What an answer shows: lists of posts, one post, or (all of them) everything. */
export type Topic = 'posts' | `post:${string}` | 'everything'

const BYTES_MOST = 16 * 1024 * 1024
const ENTRIES_MOST = 1_000
/** Whoever renews an answer may be cut off: after this, somebody else does. */
const CLAIM_FOR = 5 * SECOND

interface Kept {
  entry: Entry
  topics: readonly Topic[]
}

/** The layer inside the isolate: answers, who is making one right now, and what was dropped lately. Values, never promises. */
export class Memory {
  readonly #kept = new Map<string, Kept>()
  readonly #claims = new Map<string, number>()
  readonly #drops = new Map<Topic, { order: number; at: number }>()
  #bytes = 0
  #order = 0

  get(key: string, now: number): Entry | null {
    const kept = this.#kept.get(key)
    if (!kept) return null
    this.#remove(key)
    if (!isAlive(kept.entry, now)) return null
    // Put back at the end: what is not asked for comes to the front and goes first.
    this.#add(key, kept)
    return kept.entry
  }

  put(key: string, entry: Entry, topics: readonly Topic[]): void {
    this.#remove(key)
    if (entry.body.byteLength > BYTES_MOST / 16) return
    this.#add(key, { entry, topics })
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= BYTES_MOST && this.#kept.size <= ENTRIES_MOST) break
      this.#remove(oldest)
    }
  }

  /** Whether it is for the caller to make the answer; false while another request is at it. */
  claim(key: string, now: number): boolean {
    if (this.isClaimed(key, now)) return false
    this.#claims.set(key, now)
    return true
  }

  isClaimed(key: string, now: number): boolean {
    const since = this.#claims.get(key)
    return since !== undefined && Math.abs(now - since) < CLAIM_FOR
  }

  release(key: string): void {
    this.#claims.delete(key)
  }

  /** Forgets all answers that show any of these, and returns their keys. */
  drop(topics: readonly Topic[], now: number): string[] {
    this.#order++
    for (const [topic, { at }] of this.#drops) if (now - at >= LIFE) this.#drops.delete(topic)
    for (const topic of topics) this.#drops.set(topic, { order: this.#order, at: now })
    const gone = [...this.#kept].flatMap(([key, kept]) => (kept.topics.some((each) => topics.includes(each)) ? key : []))
    for (const key of gone) this.#remove(key)
    return gone
  }

  /** To be taken before an answer is made, and shown to `droppedSince` when it is kept. */
  get order(): number {
    return this.#order
  }

  droppedSince(order: number, topics: readonly Topic[]): boolean {
    return topics.some((topic) => (this.#drops.get(topic)?.order ?? 0) > order)
  }

  /** Whether copies from before the change may still be about, here in the Cache API or on a replica. */
  droppedLately(topics: readonly Topic[], now: number): boolean {
    return topics.some((topic) => {
      const drop = this.#drops.get(topic)
      return drop !== undefined && now - drop.at < LIFE
    })
  }

  #add(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#bytes += kept.entry.body.byteLength
  }

  #remove(key: string): void {
    this.#bytes -= this.#kept.get(key)?.entry.body.byteLength ?? 0
    this.#kept.delete(key)
  }
}
