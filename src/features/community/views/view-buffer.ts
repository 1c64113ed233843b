import { dayOf, HOUR, MINUTE } from '#kernel/clock.ts'

/** A reader is counted once per post in this time. */
export const COUNTED_ONCE_IN = 30 * MINUTE
/** How long a counted reader is remembered: a slow reader reaches the end within the same view. */
export const REMEMBERED_FOR = 2 * HOUR
/** Maximum number of remembered readers; above it, the oldest is forgotten. */
export const READERS_MAX = 20_000
/**
 * Maximum number of readers per address: many readers may share one address, but one client may also send invented user
 * agents.
 */
export const READERS_OF_ADDRESS_MAX = 30
/** Maximum number of distinct hosts between two writes. */
export const HOSTS_MAX = 50
/** Maximum number of distinct hosts that one address can name on a post: one client must not fill the list. */
export const HOSTS_OF_ADDRESS_MAX = 3

/** A reader as the counter stores them: hashes that are useless on another day. */
export interface Reader {
  reader: string
  address: string
}

export interface ViewEvent extends Reader {
  /** The referring host; null if the browser does not send one, or if it is this site. */
  from: string | null
  /** Whether the reader reached the end of the text, instead of opening it. */
  end: boolean
}

/** The numbers to add to a day. */
export interface DayCounts {
  day: string
  views: number
  ends: number
  /** A map: a host may be called `constructor`. */
  hosts: Map<string, number>
}

interface RememberedReader {
  at: number
  address: string
  ended: boolean
}

/** The stored form: reader, address, time, whether the reader reached the end. */
export type StoredReaders = [reader: string, address: string, at: number, ended: boolean][]

/** The views of one post since the last write, and the remembered readers. In memory only. */
export class ViewBuffer {
  #days = new Map<string, DayCounts>()
  #known = new Map<string, RememberedReader>()
  /** The number of remembered readers per address. */
  #addresses = new Map<string, number>()
  /** The hosts that an address with remembered readers has named. */
  #hosts = new Map<string, Set<string>>()

  constructor(known: StoredReaders = []) {
    for (const [reader, address, at, ended] of known) this.#remember(reader, { address, at, ended })
  }

  get isEmpty(): boolean {
    return this.#days.size === 0
  }

  add({ reader, address, from, end }: ViewEvent, now: number): void {
    const known = this.#known.get(reader)
    if (known && end) this.#reachEnd(known, now)
    if (known && (end || now - known.at < COUNTED_ONCE_IN)) return
    if (!known && (this.#addresses.get(address) ?? 0) >= READERS_OF_ADDRESS_MAX) return
    const seen = { at: now, address, ended: false }
    this.#remember(reader, seen)
    this.#forget(now)
    const day = this.#day(now)
    day.views++
    const isCounted = from !== null && (day.hosts.has(from) || day.hosts.size < HOSTS_MAX)
    if (isCounted && this.#mayName(address, from)) addHost(day, from, 1)
    if (end) this.#reachEnd(seen, now)
  }

  #mayName(address: string, host: string): boolean {
    const named = this.#hosts.get(address) ?? new Set()
    this.#hosts.set(address, named)
    if (named.size < HOSTS_OF_ADDRESS_MAX) named.add(host)
    return named.has(host)
  }

  /** Returns the numbers to write and clears them. */
  take(): DayCounts[] {
    const days = [...this.#days.values()]
    this.#days = new Map()
    return days
  }

  /** Adds numbers back after a failed write. */
  restore(days: DayCounts[]): void {
    for (const { day, views, ends, hosts } of days) {
      const here = this.#day(day)
      here.views += views
      here.ends += ends
      for (const [host, count] of hosts) addHost(here, host, count)
    }
  }

  readers(now: number): StoredReaders {
    this.#forget(now)
    return [...this.#known].map(([reader, { address, at, ended }]) => [reader, address, at, ended])
  }

  forgetReaders(): void {
    this.#known.clear()
    this.#addresses.clear()
    this.#hosts.clear()
  }

  /** Deletes and inserts the entry again, so that the map stays ordered by time. */
  #remember(reader: string, known: RememberedReader): void {
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
    else {
      this.#addresses.delete(known.address)
      this.#hosts.delete(known.address)
    }
  }

  #reachEnd(known: RememberedReader, now: number): void {
    if (known.ended) return
    known.ended = true
    this.#day(now).ends++
  }

  #forget(now: number): void {
    for (const [reader, { at }] of this.#known) {
      if (now - at < REMEMBERED_FOR && this.#known.size <= READERS_MAX) return
      this.#drop(reader)
    }
  }

  #day(when: number | string): DayCounts {
    const day = typeof when === 'string' ? when : dayOf(new Date(when))
    const here = this.#days.get(day) ?? { day, views: 0, ends: 0, hosts: new Map() }
    this.#days.set(day, here)
    return here
  }
}

function addHost({ hosts }: DayCounts, host: string, count: number): void {
  hosts.set(host, (hosts.get(host) ?? 0) + count)
}
