import { dayOf, HOUR, MINUTE } from '#kernel/clock.ts'

/** A reader is counted once a post in this time. */
export const COUNTED_ONCE_IN = 30 * MINUTE
/** For so long a reader who was counted is known: who reads slowly still reaches the end of the same view. */
export const KNOWN_FOR = 2 * HOUR
/** Readers who are known at a time; above it the one seen first is forgotten. */
export const READERS_MAX = 20_000
/** Readers of one address: a school is one, and so is whoever invents browsers. */
export const READERS_OF_ADDRESS_MAX = 30
/** Hosts that are told apart between two writes. */
export const HOSTS_MAX = 50

/** A reader as the counter knows them: hashes that are of no use on another day. */
export interface Reader {
  reader: string
  address: string
}

export interface Look extends Reader {
  /** Where the reader came from; null where the browser does not say, or from this site. */
  from: string | null
  /** Whether this is the end of the text, and not its beginning. */
  end: boolean
}

/** What is to be added to a day. */
export interface GatheredDay {
  day: string
  views: number
  ends: number
  hosts: Record<string, number>
}

interface Known {
  at: number
  address: string
  ended: boolean
}

/** Written down as it is: reader, address, time, whether they stayed to the end. */
export type KnownReaders = [reader: string, address: string, at: number, ended: boolean][]

/** The views of one post since they were last written, and the readers who are known. In memory, and quick. */
export class Gathered {
  #days = new Map<string, GatheredDay>()
  #known = new Map<string, Known>()
  /** How many of the known readers each address has. */
  #addresses = new Map<string, number>()

  constructor(known: KnownReaders = []) {
    for (const [reader, address, at, ended] of known) this.#know(reader, { address, at, ended })
  }

  get isEmpty(): boolean {
    return this.#days.size === 0
  }

  look({ reader, address, from, end }: Look, now: number): void {
    const known = this.#known.get(reader)
    if (known && end) this.#reachEnd(known, now)
    if (known && (end || now - known.at < COUNTED_ONCE_IN)) return
    if (!known && (this.#addresses.get(address) ?? 0) >= READERS_OF_ADDRESS_MAX) return
    const seen = { at: now, address, ended: false }
    this.#know(reader, seen)
    this.#forget(now)
    const day = this.#day(now)
    day.views++
    if (from !== null && (from in day.hosts || Object.keys(day.hosts).length < HOSTS_MAX)) {
      day.hosts[from] = (day.hosts[from] ?? 0) + 1
    }
    if (end) this.#reachEnd(seen, now)
  }

  /** What is to be written; it is no longer held here. */
  take(): GatheredDay[] {
    const days = [...this.#days.values()]
    this.#days = new Map()
    return days
  }

  /** Puts back what could not be written. */
  putBack(days: GatheredDay[]): void {
    for (const { day, views, ends, hosts } of days) {
      const here = this.#day(day)
      here.views += views
      here.ends += ends
      for (const [host, count] of Object.entries(hosts)) here.hosts[host] = (here.hosts[host] ?? 0) + count
    }
  }

  readers(now: number): KnownReaders {
    this.#forget(now)
    return [...this.#known].map(([reader, { address, at, ended }]) => [reader, address, at, ended])
  }

  forgetReaders(): void {
    this.#known.clear()
    this.#addresses.clear()
  }

  /** Anew at the end, so that the map stays in the order of time. */
  #know(reader: string, known: Known): void {
    this.#drop(reader)
    this.#known.set(reader, known)
    this.#addresses.set(known.address, (this.#addresses.get(known.address) ?? 0) + 1)
  }

  #drop(reader: string): void {
    const known = this.#known.get(reader)
    if (!known) return
    this.#known.delete(reader)
    const others = (this.#addresses.get(known.address) ?? 0) - 1
    if (others > 0) this.#addresses.set(known.address, others)
    else this.#addresses.delete(known.address)
  }

  #reachEnd(known: Known, now: number): void {
    if (known.ended) return
    known.ended = true
    this.#day(now).ends++
  }

  #forget(now: number): void {
    for (const [reader, { at }] of this.#known) {
      if (now - at < KNOWN_FOR && this.#known.size <= READERS_MAX) return
      this.#drop(reader)
    }
  }

  #day(when: number | string): GatheredDay {
    const day = typeof when === 'string' ? when : dayOf(new Date(when))
    const here = this.#days.get(day) ?? { day, views: 0, ends: 0, hosts: {} }
    this.#days.set(day, here)
    return here
  }
}
