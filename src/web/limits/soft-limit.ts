import { MINUTE } from '#kernel/clock.ts'

/** Maximum number of counted addresses. Above it, all counters are reset. */
const ADDRESSES_MAX = 10_000

/**
 * A cheap limit for calls that do little harm above it: counted in the memory of one isolate, per
 * calendar minute. All other limits are exact, and are counted by a Durable Object (`rateLimits`).
 */
export class SoftLimit {
  readonly #most: number
  #minute = 0
  #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one call. Returns 0, or the seconds to wait if the call is refused. */
  take(address: string, now: Date): number {
    const minute = Math.floor(now.getTime() / MINUTE)
    if (minute !== this.#minute || this.#counts.size >= ADDRESSES_MAX) this.#counts = new Map()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= this.#most ? 0 : Math.ceil(((minute + 1) * MINUTE - now.getTime()) / 1000)
  }
}
