import { dayOf } from '#kernel/clock.ts'
import { DAYS, isWeekend } from '../calendar.ts'
import { randomFrom } from '../random.ts'
import type { Row } from '../rows.ts'
import type { Published, World } from '../world.ts'

/** The views of a post on one day. */
interface DayOfViews {
  post: Published
  day: string
  views: number
  /** Views by readers who reached the end of the post. */
  ends: number
}

/**
 * The views of each post by day. They are computed from `reactions` (likes, comments and other
 * events), because a post with more reactions has more views.
 */
export function views(
  world: World,
  reactions: readonly { post_id: number; created_at: string }[],
): DayOfViews[] {
  const random = randomFrom('views')
  const counted = new Map<string, number>()
  const count = (key: string) => counted.set(key, (counted.get(key) ?? 0) + 1)
  for (const { post_id, created_at } of reactions) {
    count(`${post_id}`)
    count(`${post_id} ${dayOf(new Date(created_at))}`)
  }
  const history = daysOf(world)
  return world.publicPosts.flatMap((post) => {
    const total =
      (40 + VIEWS_PER_REACTION * (counted.get(`${post.id}`) ?? 0)) * random.between(0.85, 1.3)
    const published = dayOf(post.at)
    const days = history
      .filter(({ day }) => day >= published)
      .map(({ day, isQuiet }, age) => ({
        day,
        weight: weightOf(age, isQuiet) * random.between(0.6, 1.5),
      }))
    const sum = days.reduce((weights, { weight }) => weights + weight, 0)
    // Long posts are left earlier.
    const finished = Math.max(0.28, 0.74 - 0.06 * post.content.readingMinutes)
    return days.flatMap(({ day, weight }) => {
      const least = VIEWS_PER_REACTION * (counted.get(`${post.id} ${day}`) ?? 0) * 0.5
      const views = Math.round(Math.max((total * weight) / sum, least))
      const ends = Math.floor(views * finished * random.between(0.85, 1.15))
      return views === 0 ? [] : [{ post, day, views, ends }]
    })
  })
}

const VIEWS_PER_REACTION = 9

/** The days of the history, oldest first. A day of a weekend is quiet. */
function daysOf({ calendar }: World): { day: string; isQuiet: boolean }[] {
  return Array.from({ length: DAYS }, (_, n) => {
    const ago = DAYS - 1 - n
    return { day: calendar.day(ago), isQuiet: isWeekend(calendar.at(ago, 12)) }
  })
}

/** Most readers come in the first days; search engines send a few for a long time. */
function weightOf(age: number, isQuiet: boolean): number {
  const interest = Math.exp(-age / 1.7) + 0.1 * Math.exp(-age / 18) + 0.012
  return isQuiet ? interest * 0.7 : interest
}

/**
 * Views have no rows of their own, only daily sums. Most of these rows exist already, because of
 * the reactions.
 */
export function addViews(db: D1Database, days: readonly DayOfViews[]): D1PreparedStatement {
  const rows = days.map(({ post, day, views, ends }) => [
    post.id,
    day,
    post.author.uid,
    views,
    ends,
  ])
  return db.prepare(ADD_VIEWS).bind(JSON.stringify(rows))
}

const ADD_VIEWS = `
  INSERT INTO post_days (post_id, day, author_id, views, ends)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE TRUE
  ON CONFLICT (post_id, day) DO UPDATE SET views = excluded.views, ends = excluded.ends`

/** Hosts that send readers, with their share of all views. */
const HOSTS = {
  zh: { 'www.google.com': 0.12, 'cn.bing.com': 0.08, 'www.zhihu.com': 0.07, 'www.v2ex.com': 0.05 },
  en: { 'www.google.com': 0.2, 'duckduckgo.com': 0.07, 'lobste.rs': 0.05, 'mastodon.social': 0.04 },
}

export function sourceRows(days: readonly DayOfViews[]): Row[] {
  const random = randomFrom('sources')
  const hosts = new Map<string, Record<string, number>>()
  for (const { post, day, views } of days) {
    const key = `${post.author.uid} ${day}`
    const found = hosts.get(key) ?? {}
    for (const [host, sent] of Object.entries(hostsOf(post, views, random)))
      found[host] = (found[host] ?? 0) + sent
    if (Object.keys(found).length > 0) hosts.set(key, found)
  }
  return [...hosts].map(([key, found]) => {
    const [uid, day = ''] = key.split(' ')
    return { author_id: Number(uid), day, hosts: JSON.stringify(found) }
  })
}

/** Where the readers of each post stopped, and the hosts that sent them. */
export function readerRows(days: readonly DayOfViews[]): Row[] {
  const random = randomFrom('readers')
  return days.map(({ post, day, views, ends }) => {
    const stopped = Array.from({ length: 10 }, () => 0)
    for (let reader = ends; reader < views; reader++) {
      // Most readers who do not finish leave at the beginning.
      const tenth = Math.min(8, Math.floor(9 * random.between(0, 1) ** 2))
      stopped[tenth] = (stopped[tenth] ?? 0) + 1
    }
    stopped[9] = ends
    return {
      post_id: post.id,
      day,
      ...Object.fromEntries(stopped.map((count, tenth) => [`tenth_${tenth}`, count])),
      followers: Math.floor(views * random.between(0, 0.06)),
      subscribers: Math.floor(views * random.between(0, 0.03)),
      hosts: JSON.stringify(hostsOf(post, views, random)),
    }
  })
}

/** Some readers open several posts on a day. */
const VISITS_PER_VIEW = 0.6

/** The visits of the site per day. */
export function visitRows(days: readonly DayOfViews[]): Row[] {
  const random = randomFrom('visits')
  const sums = new Map<string, { visits: number; hosts: Record<string, number> }>()
  for (const { post, day, views } of days) {
    const sum = sums.get(day) ?? { visits: 0, hosts: {} }
    const visits = Math.ceil(views * VISITS_PER_VIEW)
    sum.visits += visits
    for (const [host, count] of Object.entries(hostsOf(post, visits, random)))
      sum.hosts[host] = (sum.hosts[host] ?? 0) + count
    sums.set(day, sum)
  }
  return [...sums].map(([day, { visits, hosts }]) => ({
    day,
    visits,
    hosts: JSON.stringify(hosts),
    letters: Math.floor(visits / 9),
  }))
}

function hostsOf(
  post: Published,
  views: number,
  random: ReturnType<typeof randomFrom>,
): Record<string, number> {
  return Object.fromEntries(
    Object.entries(HOSTS[post.language ?? 'en'])
      .map(([host, share]) => [host, Math.floor(views * share * random.between(0.5, 1.5))] as const)
      .filter(([, sent]) => sent > 0),
  )
}
