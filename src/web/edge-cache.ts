import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import type { Language } from '#kernel/i18n.ts'
import { bringsCredentials } from '#web/credentials.ts'
import { answerFrom, type Entry, entryFrom, forBrowsers, isAlive, isFresh } from '#web/edge-cache-entry.ts'
import { Memory, type Topic } from '#web/edge-cache-memory.ts'
import { deleteShared, readShared, writeShared } from '#web/edge-cache-shared.ts'
import { noted } from '#web/route-facts.ts'
import { readPrimary } from '#web/setting.ts'

/** What anonymous readers are given without a database read, first from this isolate, then from the data centre. */
export interface EdgeCache {
  /** Answers of one build of the site are no answers of another. */
  edition: string
  memory: Memory
}

export function edgeCache(edition: string) {
  const cache: EdgeCache = { edition, memory: new Memory() }
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('edgeCache', cache)
    await next()
  })
}

/**
 * On the route line of what is the same for every anonymous reader. `posts`: it shows several posts, so that a change of
 * any drops it; `post`: it shows the one of the path alone. Of the query, only these parameters are looked at.
 */
export function cached(shows: 'posts' | 'post', ...parameters: string[]) {
  const answer = createMiddleware<AppEnv>(async (c, next) => {
    if (bringsCredentials(c)) {
      await next()
      forBrowsers(c.res, 'fwd=bypass')
      return
    }
    keepKnown(c, parameters)
    const what: Wanted = { key: keyOf(c), topics: topicsOf(c, shows), now: c.var.now.getTime() }
    const found = await find(c.var.edgeCache, what)
    if (found) return answerFrom(found, c.req.header('if-none-match'), 'hit')
    try {
      await render(c, what, next)
    } finally {
      c.var.edgeCache.memory.release(what.key)
    }
    return
  })
  return noted(answer, { cached: { shows, parameters } })
}

interface Changing {
  var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'>
  executionCtx: { waitUntil(promise: Promise<unknown>): void }
}

/** To be called when a change is committed: at once here, elsewhere the answers live out their short life. */
export function dropCached(c: Changing, ...topics: Topic[]): void {
  const keys = c.var.edgeCache.memory.drop(topics, c.var.now.getTime())
  if (keys.length > 0) c.executionCtx.waitUntil(deleteShared(keys))
}

interface Wanted {
  key: string
  topics: readonly Topic[]
  now: number
}

/** Null if the caller has to render. A request never awaits another one's promise: it looks what has become of it. */
async function find({ memory }: EdgeCache, what: Wanted): Promise<Entry | null> {
  const { key, topics, now } = what
  const own = memory.get(key, now)
  if (own && isFresh(own, now)) return own
  if (!memory.claim(key, now)) return own ?? waitForOther(memory, what)
  // What the data centre has may be from before a change that was made here.
  const shared = memory.droppedLately(topics, now) ? null : await readShared(key)
  if (!shared || !isAlive(shared, now)) return null
  // A stale one too: the others have something to give out while this request renews it.
  if (shared.renderedAt > (own?.renderedAt ?? 0)) memory.put(key, shared, topics)
  if (!isFresh(shared, now)) return null
  memory.release(key)
  return shared
}

const POLLS = 30
const POLL_EVERY = 10

async function waitForOther(memory: Memory, { key, now }: Wanted): Promise<Entry | null> {
  for (let poll = 0; poll < POLLS && memory.isClaimed(key, now); poll++) {
    await scheduler.wait(POLL_EVERY)
    const made = memory.get(key, now)
    if (made) return made
  }
  return memory.get(key, now)
}

async function render(c: Context<AppEnv>, { key, topics, now }: Wanted, next: () => Promise<void>): Promise<void> {
  const { memory } = c.var.edgeCache
  const { order } = memory
  if (memory.droppedLately(topics, now)) readPrimary(c)
  await next()
  const entry = await entryFrom(c.res, c.var.language, now)
  if (entry === null) {
    forBrowsers(c.res, 'fwd=miss')
    return
  }
  // Hono would mix the headers of the old answer into the new one.
  c.res = undefined
  c.res = answerFrom(entry, c.req.header('if-none-match'), 'fwd=miss; stored')
  // Made of what was read before somebody's change, it must not outlive that.
  if (memory.droppedSince(order, topics)) return
  memory.put(key, entry, topics)
  c.executionCtx.waitUntil(writeShared(key, entry))
}

/** A handler sees the parameters that the key holds and no others, so that none of them can leave a trace in the answer. */
function keepKnown(c: Context<AppEnv>, parameters: string[]): void {
  const url = new URL(c.req.url)
  const known = [...url.searchParams].filter(([name]) => parameters.includes(name))
  if (known.length === url.searchParams.size) return
  url.search = new URLSearchParams(known).toString()
  c.req.raw = new Request(url, c.req.raw)
}

function keyOf(c: Context<AppEnv>): string {
  const { origin, pathname, searchParams } = new URL(c.req.url)
  searchParams.sort()
  return `${origin}/cache/${c.var.edgeCache.edition}/${c.var.language satisfies Language}${pathname}?${searchParams}`
}

function topicsOf(c: Context<AppEnv>, shows: 'posts' | 'post'): Topic[] {
  return [shows === 'posts' ? 'posts' : `post:${c.req.param('id')}`, 'everything']
}
