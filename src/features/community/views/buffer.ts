/** The readers of one post in memory: what they have done since the last write to the database. */

import { dayOf, HOUR, MINUTE } from '#kernel/clock.ts'

/** A reader is counted once per post within this time. */
export const COUNTED_ONCE_IN = 30 * MINUTE
/**
 * A counted reader is remembered for this time, so that a slow reader reaches the end within the
 * same view.
 */
export const REMEMBERED_FOR = 2 * HOUR
/** The maximum number of remembered readers. Above it, the oldest is forgotten. */
const READERS_MAX = 20_000
/**
 * The maximum number of readers per address. Many readers may share one address, but one client may
 * also send invented user agents.
 */
export const READERS_OF_ADDRESS_MAX = 30
/** The maximum number of different hosts between two writes, and per author and day. */
export const HOSTS_MAX = 50
/**
 * The maximum number of different hosts that one address can name on a post, so that one client
 * cannot fill the list.
 */
export const HOSTS_OF_ADDRESS_MAX = 3

interface ViewEvent {
  /** A reader and their address, as hashes that are useless on another day. */
  reader: string
  address: string
  /** The referring host; null if the browser does not send one, or if it is this site. */
  from: string | null
  news: ReaderNews
}

/**
 * What the page reports about a reader. `depth` is the furthest tenth of the text, 0 to 9. A reader
 * of the end has reached the last tenth. A gain is a new follower or subscriber.
 */
export type ReaderNews =
  | { kind: 'open' | 'end' }
  | { kind: 'depth'; depth: number }
  | { kind: 'gain'; gain: Gain }

export type Gain = 'followers' | 'subscribers'

/** The text of a post is divided into this many parts of equal height. */
export const TENTHS = 10
const LAST_TENTH = TENTHS - 1

/** The numbers to add to a day. */
export interface DayCounts {
  day: string
  views: number
  ends: number
  /** By tenth of the text. Negative if readers reached a further tenth since the last write. */
  depth: number[]
  followers: number
  subscribers: number
  /**
   * The number of readers by referring host. This is a map and not an object, because a host may be
   * called `constructor`.
   */
  hosts: Map<string, number>
}

interface RememberedReader {
  at: number
  address: string
  ended: boolean
  /** The furthest tenth of the text. */
  depth: number
  gains: Gain[]
}

/**
 * The remembered readers in the form that is stored. Rows of the version before end with `ended`.
 */
export type StoredReaders = [
  reader: string,
  address: string,
  at: number,
  ended: boolean,
  depth?: number,
  gains?: Gain[],
][]

/** The views of one post since the last write, and the remembered readers, in memory. */
export class ViewBuffer {
  #days = new Map<string, DayCounts>()
  #known = new Map<string, RememberedReader>()
  /** The number of remembered readers of each address. */
  #addresses = new Map<string, number>()
  /** The hosts that each address with remembered readers has named. */
  #hosts = new Map<string, Set<string>>()

  constructor(known: StoredReaders = []) {
    for (const [reader, address, at, ended, depth = 0, gains = []] of known)
      this.#remember(reader, { address, at, ended, depth, gains })
  }

  get isEmpty(): boolean {
    return this.#days.size === 0
  }

  add({ reader, address, from, news }: ViewEvent, now: number): void {
    const known = this.#known.get(reader)
    if (known) this.#note(known, news, now)
    // A page that stays open longer than a reader is remembered reports depths without a view.
    if (news.kind === 'depth' || news.kind === 'gain') return
    const isEnd = news.kind === 'end'
    if (known && (isEnd || now - known.at < COUNTED_ONCE_IN)) return
    if (!known && (this.#addresses.get(address) ?? 0) >= READERS_OF_ADDRESS_MAX) return
    const seen: RememberedReader = { at: now, address, ended: false, depth: 0, gains: [] }
    this.#remember(reader, seen)
    this.#forget(now)
    const day = this.#day(now)
    day.views++
    addDepth(day, 0, 1)
    const isCounted = from !== null && (day.hosts.has(from) || day.hosts.size < HOSTS_MAX)
    if (isCounted && this.#mayName(address, from)) addHost(day, from, 1)
    if (isEnd) this.#note(seen, news, now)
  }

  #mayName(address: string, host: string): boolean {
    const named = this.#hosts.get(address) ?? new Set()
    this.#hosts.set(address, named)
    if (named.size < HOSTS_OF_ADDRESS_MAX) named.add(host)
    return named.has(host)
  }

  /** Returns the numbers to write and sets them to zero. */
  take(): DayCounts[] {
    const days = [...this.#days.values()]
    this.#days = new Map()
    return days
  }

  /** Adds the numbers back after a failed write. */
  restore(days: DayCounts[]): void {
    for (const { day, views, ends, depth, followers, subscribers, hosts } of days) {
      const here = this.#day(day)
      here.views += views
      here.ends += ends
      here.followers += followers
      here.subscribers += subscribers
      for (const [tenth, count] of depth.entries()) addDepth(here, tenth, count)
      for (const [host, count] of hosts) addHost(here, host, count)
    }
  }

  readers(now: number): StoredReaders {
    this.#forget(now)
    return [...this.#known].map(([reader, { address, at, ended, depth, gains }]) => [
      reader,
      address,
      at,
      ended,
      depth,
      gains,
    ])
  }

  forgetReaders(): void {
    this.#known.clear()
    this.#addresses.clear()
    this.#hosts.clear()
  }

  /** Deletes the entry and inserts it again, so that the map stays ordered by time. */
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

  #note(known: RememberedReader, news: ReaderNews, now: number): void {
    if (news.kind === 'gain' && !known.gains.includes(news.gain)) {
      known.gains = [...known.gains, news.gain]
      this.#day(now)[news.gain]++
    }
    if (news.kind === 'depth') this.#reach(known, news.depth, now)
    if (news.kind !== 'end' || known.ended) return
    known.ended = true
    this.#day(now).ends++
    this.#reach(known, LAST_TENTH, now)
  }

  #reach(known: RememberedReader, depth: number, now: number): void {
    if (depth <= known.depth) return
    const day = this.#day(now)
    addDepth(day, known.depth, -1)
    addDepth(day, depth, 1)
    known.depth = depth
  }

  #forget(now: number): void {
    for (const [reader, { at }] of this.#known) {
      if (now - at < REMEMBERED_FOR && this.#known.size <= READERS_MAX) return
      this.#drop(reader)
    }
  }

  #day(when: number | string): DayCounts {
    const day = typeof when === 'string' ? when : dayOf(new Date(when))
    const here = this.#days.get(day) ?? nothingOn(day)
    this.#days.set(day, here)
    return here
  }
}

function nothingOn(day: string): DayCounts {
  const depth = Array.from({ length: TENTHS }, () => 0)
  return { day, views: 0, ends: 0, depth, followers: 0, subscribers: 0, hosts: new Map() }
}

function addDepth({ depth }: DayCounts, tenth: number, count: number): void {
  depth[tenth] = (depth[tenth] ?? 0) + count
}

export function addHost({ hosts }: Pick<DayCounts, 'hosts'>, host: string, count: number): void {
  hosts.set(host, (hosts.get(host) ?? 0) + count)
}
