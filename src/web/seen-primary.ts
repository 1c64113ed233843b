import { SECOND } from '#kernel/clock.ts'

/**
 * No read from a replica is older than this. So a viewer whose session has ended still sees public
 * pages as signed in for at most this time.
 */
export const REPLICA_AGE_MAX = 5 * SECOND

/** The newest state of the primary that this isolate has seen. Bookmarks of D1 sort by time. */
export class SeenPrimary {
  #bookmark = ''
  #at = 0

  /** Call after a round trip to the primary. `at` is a time before the round trip. */
  see(bookmark: string | null, at: Date): void {
    if (bookmark === null) return
    if (bookmark > this.#bookmark) this.#bookmark = bookmark
    this.#at = Math.max(this.#at, at.getTime())
  }

  /**
   * The newest bookmark, or null if the isolate has not called the primary for `REPLICA_AGE_MAX`.
   */
  recent(now: Date): string | null {
    return Math.abs(now.getTime() - this.#at) <= REPLICA_AGE_MAX ? this.newest : null
  }

  get newest(): string | null {
    return this.#bookmark || null
  }
}
