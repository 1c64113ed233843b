import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { AppEnv } from '#env'
import {
  answerFrom,
  type Entry,
  entryFrom,
  forBrowsers,
  isAlive,
  isFresh,
  type Outcome,
} from '#web/cache/edge-cache-entry.ts'
import { Memory } from '#web/cache/edge-cache-memory.ts'
import { readShared, writeShared } from '#web/cache/edge-cache-shared.ts'
import { type ReadsOf, ReadyResponses } from '#web/cache/fast-path/ready-responses.ts'
import { bringsCredentials } from '#web/guards/credentials.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { readPrimary } from '#web/request-context.ts'

/** What anonymous readers are given without a database read: first from this isolate, then from the data centre. */
export interface EdgeCache {
  /** The build of the site: its answers are not given out by another build. */
  edition: string
  /** Which posts a reader wants in lists, by the request's cookies; null for all. Lists are cached once for each value. */
  readsOf: ReadsOf
  memory: Memory
  ready: ReadyResponses
}

/** `readsOf` is passed in by app.tsx: it is a rule of the lists. */
export function openEdgeCache(edition: string, readsOf: ReadsOf): EdgeCache {
  const memory = new Memory()
  return { edition, readsOf, memory, ready: new ReadyResponses(memory, readsOf) }
}

/** Stands around everything that adds a header: what it learns is the whole answer. */
export function edgeCache(cache: EdgeCache) {
  return createMiddleware<AppEnv>(async (c, next) => {
    c.set('edgeCache', cache)
    const { raw } = c.req
    await next()
    const { given, language } = c.var
    if (given) cache.ready.learn(raw, language, given, c.res, routePath(c, -1))
  })
}

/**
 * On the route line of an answer that is the same for every anonymous reader. The handler sees only these query
 * parameters.
 */
export function cached(...parameters: string[]) {
  return cachedAnswer(parameters, () => null)
}

/** The same for lists, of which there is one more for each language that readers narrow them to. */
export function cachedByReads(...parameters: string[]) {
  return cachedAnswer(parameters, (c) => c.var.edgeCache.readsOf(c.req.header('cookie')))
}

function cachedAnswer(parameters: string[], readsIn: (c: Context<AppEnv>) => string | null) {
  const answer = createMiddleware<AppEnv>(async (c, next) => {
    if (bringsCredentials(c)) {
      await next()
      forBrowsers(c.res, 'fwd=bypass')
      return
    }
    const { memory } = c.var.edgeCache
    const wanted = wantedBy(c, parameters, readsIn(c))
    const found = await find(memory, wanted)
    if (found) return give(c, wanted.key, found)
    try {
      await render(c, wanted, next)
    } finally {
      memory.release(wanted)
    }
    const lastKnown = c.res.status < 500 ? null : memory.get(wanted.key, wanted.now)
    if (lastKnown) answerInstead(c, lastKnown, 'hit; detail=stale-if-error')
    return
  })
  return noted(answer, { cached: { parameters } })
}

/**
 * To be called after the commit of a change that public pages show. All answers go, since most show more than one
 * thing. In this isolate they go at once; in others they are given out until their short life is over.
 */
export function dropCached(c: { var: Pick<AppEnv['Variables'], 'edgeCache' | 'now'> }): void {
  c.var.edgeCache.memory.drop(c.var.now.getTime())
}

/** For the route line of a write that changes what public pages show: a name, a count. */
export const changesPages = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (c.res.ok) dropCached(c)
})

/** A hit: the entry, and the note that lets the next request be answered at once. */
function give(c: Context<AppEnv>, key: string, entry: Entry): Response {
  c.set('given', { key, entry })
  return answerFrom(entry, c.req.raw.headers.get('if-none-match'), 'hit')
}

interface Wanted {
  /** The request's own address with the known parameters alone, in one order. */
  url: URL
  key: string
  now: number
}

function wantedBy(c: Context<AppEnv>, parameters: string[], reads: string | null): Wanted {
  const url = new URL(c.req.url)
  const query = new URLSearchParams([...url.searchParams].filter(([name]) => parameters.includes(name)))
  query.sort()
  url.search = query.toString()
  const edition = [c.var.edgeCache.edition, c.var.language, reads].filter(Boolean).join('/')
  const key = `${url.origin}/cache/${edition}${url.pathname}${url.search}`
  return { url, key, now: c.var.now.getTime() }
}

/** The stored answer, or null if the caller has to render it. */
async function find(memory: Memory, wanted: Wanted): Promise<Entry | null> {
  const { key, now } = wanted
  const own = memory.get(key, now)
  if (own && isFresh(own, now)) return own
  if (!memory.claim(wanted)) return own ?? waitForOther(memory, wanted)
  // The answer of the data centre may be from before a change that was made here.
  if (memory.droppedLately(now)) return null
  const { generation } = memory
  const shared = await readShared(key)
  if (!shared || !isAlive(shared, now) || memory.generation !== generation) return null
  // A stale answer is stored too: other requests give it out while this request renews it.
  if (shared.renderedAt > (own?.renderedAt ?? 0)) memory.put(key, shared)
  if (!isFresh(shared, now)) return null
  memory.release(wanted)
  return shared
}

const POLLS = 30
const POLL_EVERY = 10

/** A request never awaits the promise of another request: it looks every few milliseconds whether the answer is there. */
async function waitForOther(memory: Memory, { key, now }: Wanted): Promise<Entry | null> {
  for (let poll = 0; poll < POLLS && memory.isClaimed(key, now); poll++) {
    await scheduler.wait(POLL_EVERY)
    const made = memory.get(key, now)
    if (made) return made
  }
  return memory.get(key, now)
}

async function render(c: Context<AppEnv>, { url, key, now }: Wanted, next: () => Promise<void>): Promise<void> {
  const { memory } = c.var.edgeCache
  const { generation } = memory
  if (memory.droppedLately(now)) readPrimary(c)
  // The handler sees only what is in the key, so that nothing else can change the answer.
  if (url.href !== c.req.url) c.req.raw = new Request(url, c.req.raw)
  await next()
  const entry = await entryFrom(c.res, c.var.language, now)
  if (entry === null) {
    forBrowsers(c.res, 'fwd=miss')
    return
  }
  answerInstead(c, entry, 'fwd=miss; stored')
  // An answer that was read before a change must not be kept after it.
  if (memory.generation !== generation) return
  memory.put(key, entry)
  c.set('given', { key, entry })
  c.executionCtx.waitUntil(writeShared(key, entry))
}

/** Hono would mix the headers of the old answer into the new one. */
function answerInstead(c: Context<AppEnv>, entry: Entry, outcome: Outcome): void {
  c.res = undefined
  c.res = answerFrom(entry, c.req.raw.headers.get('if-none-match'), outcome)
}
