import { MINUTE } from '#kernel/clock.ts'

/** Addresses that are known at a time; above it all begin anew. */
const ADDRESSES_MAX = 10_000

/**
 * A limit that costs nothing: counted in the memory of one isolate, in whole minutes. For what does no harm a little above it; every
 * other limit is exact, and has an object (`web/limits/limits.ts`).
 */
export class SoftLimit {
  readonly #most: number
  #minute = 0
  #counts = new Map<string, number>()

  constructor(most: number) {
    this.#most = most
  }

  /** Counts one. Answers 0, or the seconds to wait when it is refused. */
  take(address: string, now: Date): number {
    const minute = Math.floor(now.getTime() / MINUTE)
    if (minute !== this.#minute || this.#counts.size >= ADDRESSES_MAX) this.#counts = new Map()
    this.#minute = minute
    const count = (this.#counts.get(address) ?? 0) + 1
    this.#counts.set(address, count)
    return count <= this.#most ? 0 : Math.ceil(((minute + 1) * MINUTE - now.getTime()) / 1000)
  }
}
