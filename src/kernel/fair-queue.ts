import { setBounded } from '#kernel/cached-value.ts'
import { SECOND, systemClock } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { pause } from '#kernel/pause.ts'

interface Places {
  /** How much work runs at once, of all names together. Without it there is no such limit. */
  most?: number
  /** How much work of one name runs at once. */
  mostOfOne: number
  /**
   * Work that takes longer, in milliseconds, gives up its place, because the request of a client
   * that disconnected may never finish. Five seconds if not set.
   */
  placeMax?: number
}

/** Work is refused after it has waited for this time. */
const WAIT_MAX = 10 * SECOND
/** This much work of one name may wait. More is refused immediately. */
const WAITING_MAX = 200
const PLACE_MAX = 5 * SECOND
/**
 * Waiting work that has not asked for its turn for this time is skipped, because its client may
 * have disconnected.
 */
const ABSENT_AFTER = SECOND
/**
 * The longest time in milliseconds between two polls of the work that is next, and the time that
 * each place before a work adds. The place of the next work is empty until it polls.
 */
const POLL_PER_PLACE = 5
const POLL_MAX = 250
/** Bounds the memory. Only the names of requests that never finished are kept for long. */
const NAMES_MAX = 10_000

interface Ticket {
  arrived: number
  /** When this work last asked whether it is its turn. */
  asked: number
}

/**
 * Runs a limited amount of work at once, and lets the rest wait. The work of one name, such as a
 * user, starts in the order of its arrival. The names take turns, so that a hundred requests of one
 * user do not delay one request of another user.
 *
 * In a Worker a request must not await the promise of another request. So waiting work polls: every
 * millisecond at first, and then less often the more work is before it.
 */
export class FairQueue {
  readonly #most: number
  readonly #mostOfOne: number
  readonly #placeMax: number
  /** The waiting work by name. The name that has the next turn comes first. */
  readonly #waiting = new Map<string, Ticket[]>()
  /** When the running work began, by name. */
  readonly #running = new Map<string, number[]>()

  constructor({ most = Number.POSITIVE_INFINITY, mostOfOne, placeMax = PLACE_MAX }: Places) {
    this.#most = most
    this.#mostOfOne = mostOfOne
    this.#placeMax = placeMax
  }

  /** Throws `rate_limited` if the work has waited too long, or if too much of its name waits. */
  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = await this.#begin(name)
    try {
      return await work()
    } finally {
      this.#end(name, began)
    }
  }

  /** Waits for a place, takes it, and returns the time at which the work begins. */
  async #begin(name: string): Promise<number> {
    const ticket = this.#join(name)
    try {
      while (!this.#isTurnOf(name, ticket)) {
        const waited = ticket.asked - ticket.arrived
        if (waited >= WAIT_MAX) throw tooLong()
        const polls = POLL_PER_PLACE * (1 + this.#workBefore(name, ticket))
        await pause(Math.min(1 + waited / 10, polls, POLL_MAX))
        ticket.asked = milliseconds()
      }
      // Nothing may be awaited between the check and this line: others would take the same place.
      setBounded(this.#running, name, [...this.#runningOf(name), ticket.asked], NAMES_MAX)
      return ticket.asked
    } finally {
      this.#leave(name, ticket)
    }
  }

  #join(name: string): Ticket {
    const now = milliseconds()
    const ticket = { arrived: now, asked: now }
    const before = this.#waitingOf(name)
    if (before.length >= WAITING_MAX) throw tooLong()
    // A name that waits already keeps its turn, so it is not moved behind the others.
    if (before.length > 0) this.#waiting.set(name, [...before, ticket])
    else setBounded(this.#waiting, name, [ticket], NAMES_MAX)
    return ticket
  }

  #isTurnOf(name: string, ticket: Ticket): boolean {
    if (!this.#hasRoomFor(name) || this.#presentOf(name)[0] !== ticket) return false
    if (this.#most === Number.POSITIVE_INFINITY) return true
    const running = [...this.#running.keys()].flatMap((each) => this.#runningOf(each))
    let free = this.#most - running.length
    for (const other of this.#waiting.keys()) {
      if (other === name) break
      if (this.#hasRoomFor(other) && this.#presentOf(other).length > 0) free -= 1
    }
    return free > 0
  }

  /** At least this much waiting work starts before that of the ticket. */
  #workBefore(name: string, ticket: Ticket): number {
    const ofName = this.#waitingOf(name).indexOf(ticket)
    // Without a common limit, other names do not delay this one.
    if (this.#most === Number.POSITIVE_INFINITY) return ofName
    return ofName + [...this.#waiting.keys()].indexOf(name)
  }

  /** Removes a ticket. The rest of its name waits behind all other names. */
  #leave(name: string, ticket: Ticket): void {
    const rest = this.#waitingOf(name).filter((other) => other !== ticket)
    this.#waiting.delete(name)
    if (rest.length > 0) this.#waiting.set(name, rest)
  }

  #end(name: string, began: number): void {
    const running = this.#runningOf(name)
    const own = running.indexOf(began)
    if (own !== -1) running.splice(own, 1)
    if (running.length > 0) this.#running.set(name, running)
    else this.#running.delete(name)
  }

  #hasRoomFor(name: string): boolean {
    return this.#runningOf(name).length < this.#mostOfOne
  }

  #runningOf(name: string): number[] {
    const now = milliseconds()
    return (this.#running.get(name) ?? []).filter((began) => now - began < this.#placeMax)
  }

  #waitingOf(name: string): Ticket[] {
    const now = milliseconds()
    const isPossible = ({ arrived }: Ticket) => now - arrived < WAIT_MAX + ABSENT_AFTER
    return (this.#waiting.get(name) ?? []).filter(isPossible)
  }

  /** The waiting work whose requests are still there. */
  #presentOf(name: string): Ticket[] {
    const now = milliseconds()
    return this.#waitingOf(name).filter(({ asked }) => now - asked < ABSENT_AFTER)
  }
}

function tooLong(): AppError {
  return new AppError('rate_limited', { retryAfterSeconds: WAIT_MAX / SECOND, overload: 'queue' })
}

const milliseconds = () => systemClock().getTime()
