import { type Billed, DATABASE_GB, GIGABYTE, PLAN, PRICES, priceOf } from './prices.ts'
import { A_MEMBER, A_READER, BYTES, PEAK, SCENES, SEARCH_BYTES } from './traffic.ts'

export interface SceneFigures {
  rowsRead: number
  rowsWritten: number
  cpuMs: number
}

/** Measured costs: each scene, and the CPU time of one D1 read by a bare Worker. */
export interface Measured {
  scene(name: string): SceneFigures
  databaseMs: number
}

export interface Month {
  readers: number
  amounts: Record<Billed, number>
  dollars: Record<Billed | 'plan' | 'storage', number>
  total: number
  /** After a year. */
  gigabytes: { main: number; search: number }
  /** Batches per second on the primary of the main database in the busiest hour, and its utilisation. */
  primary: { perSecond: number; busy: number }
  /** The used part of each limit. */
  limits: Record<'one database: 10 GB, after a year' | 'one database: one thread, in the busiest hour', number>
}

/** A month with this many readers, from the measured cost of each request. */
export function monthOf(readers: number, measured: Measured): Month {
  const times = timesOf(readers)
  const amounts: Record<Billed, number> = { requests: 0, cpuMs: 0, rowsRead: 0, rowsWritten: 0, objectRequests: 0 }
  for (const [kind, name] of Object.entries(SCENES)) {
    const { rowsRead, rowsWritten, cpuMs } = measured.scene(name)
    const count = times[kind as keyof typeof SCENES]
    amounts.requests += count
    amounts.cpuMs += count * cpuMs
    amounts.rowsRead += count * rowsRead
    amounts.rowsWritten += count * rowsWritten
  }
  amounts.rowsWritten += times.checkIns * CHECK_IN_ROWS
  const commands = times.likes + times.comments + times.energizes + times.posts
  // Each command calls the rate limiter of its sender; an energize also calls the object of its post.
  amounts.objectRequests = commands + times.energizes
  const gigabytes = storedAfterYear(readers, times)
  // A member's page is read from the primary, an anonymous page from a replica.
  const perSecond = (PEAK * (times.signedIn + 2 * commands + times.checkIns)) / SECONDS_A_MONTH
  const busy = (perSecond * measured.databaseMs) / 1_000
  return {
    readers,
    amounts,
    ...billOf(amounts, gigabytes),
    gigabytes,
    primary: { perSecond, busy },
    limits: {
      'one database: 10 GB, after a year': gigabytes.main / DATABASE_GB,
      'one database: one thread, in the busiest hour': busy,
    },
  }
}

const SECONDS_A_MONTH = 30 * 86_400
/** `test/routes`: the daily check-in with its ledger entry. */
export const CHECK_IN_ROWS = 7

function timesOf(readers: number): Record<keyof typeof SCENES | 'checkIns', number> {
  const members = readers * A_READER.members
  const anonymous = readers * A_READER.pages
  return {
    cached: anonymous * A_READER.cachedPart,
    cold: anonymous * (1 - A_READER.cachedPart),
    search: readers * A_READER.searches,
    signedIn: members * A_MEMBER.pages,
    checkIns: members * A_MEMBER.checkIns,
    likes: members * A_MEMBER.likes,
    comments: members * A_MEMBER.comments,
    energizes: members * A_MEMBER.energizes,
    posts: members * A_MEMBER.posts,
  }
}

function storedAfterYear(readers: number, times: ReturnType<typeof timesOf>): Month['gigabytes'] {
  const { checkIns, likes, comments, energizes, posts } = times
  const aMonth =
    checkIns * BYTES.checkIn +
    likes * BYTES.like +
    comments * BYTES.comment +
    energizes * BYTES.energize +
    posts * BYTES.post
  const people = readers * A_READER.members * BYTES.person
  return { main: (people + 12 * aMonth) / 1e9, search: (12 * posts * SEARCH_BYTES) / 1e9 }
}

function billOf(amounts: Month['amounts'], { main, search }: Month['gigabytes']): Pick<Month, 'dollars' | 'total'> {
  const billed = Object.keys(PRICES) as Billed[]
  const parts = Object.fromEntries(billed.map((what) => [what, priceOf(what, amounts[what])])) as Record<Billed, number>
  const storage = Math.max(0, main + search - GIGABYTE.included) * GIGABYTE.price
  const dollars = { ...parts, plan: PLAN, storage }
  return { dollars, total: Object.values(dollars).reduce((sum, part) => sum + part, 0) }
}
