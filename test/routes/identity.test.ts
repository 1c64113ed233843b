import { type Context, type Handler, Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#env'
import { MINUTE } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'
import { createPeople } from './people.ts'
import { ROUTES } from './table.ts'
import { gather } from './users.ts'

/** Pages are not among them: they renew a session that ran out. */
const reads = Object.entries(ROUTES).flatMap(([name, { access }]) =>
  name.startsWith('GET ') && access === 'public' && !isPagePath(name.slice('GET '.length)) ? [name] : [],
)

/** The public reads that say on their route line that they answer each caller differently. */
const personal = new Set(
  new World().app.routes
    .filter(({ handler }) => factOf(handler).dependsOnCaller)
    .map(({ method, path }) => `${method} ${path}`),
)

test.each(reads)('%s looks at who asks exactly if its route line says so', async (name) => {
  const people = await createPeople(new World())
  const path = await pathOf(name, people)
  const { app, lookedAtCaller } = watched(people.world.app)
  const { env } = people.world
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const cookie = `joule_at=${people.member.cookies.get('joule_at')}`
  const request = new Request(`http://joule.test${path}`, { headers: { cookie } })
  const { status } = await app.fetch(request, env, context)
  // The one that wants a WebSocket is refused, and the errors of the app are outside of what is watched.
  if (ROUTES[name]?.status === 200) expect(status).toBe(200)
  expect(lookedAtCaller()).toBe(personal.has(name))
})

test.each(reads)('%s tells whoever brings a token that no longer counts, if it looks at it at all', async (name) => {
  const people = await createPeople(new World())
  const path = await pathOf(name, people)
  const { world, member, visitor } = people
  const ended = await world.visitor().signIn(await world.reload(member))
  await member.delete(`/api/settings/sessions/${ended.sid}`)
  const forged = await visitor.get(path, { headers: { authorization: 'Bearer nonsense' } })
  world.wait(16 * MINUTE)
  const answers = [await member.get(path), await ended.get(path), forged, await world.visitor().get(path)]
  const usual = ROUTES[name]?.status
  const expected = personal.has(name) ? [401, 401, 401, usual] : [usual, usual, usual, usual]
  expect(answers.map(({ status }) => status)).toEqual(expected)
  if (expected[0] === 401) expect(answers[0]?.json.error.code).toBe('session_expired')
})

test('the check finds a read that looks at who asks', () => {
  expect(reads.filter((name) => personal.has(name)).length).toBeGreaterThan(0)
  expect(reads.filter((name) => !personal.has(name)).length).toBeGreaterThan(0)
})

async function pathOf(name: string, people: Awaited<ReturnType<typeof createPeople>>): Promise<string> {
  return (await ROUTES[name]?.sent?.(people))?.path ?? name.slice('GET '.length)
}

/** What a request knows of whoever sent it. */
const ABOUT_THE_CALLER = new Set<PropertyKey>(['viewer', 'sid', 'unread'])

/** The same site, each handler of a route watched: `lookedAtCaller` says whether that of the last request asked who sent it. */
function watched(app: Hono<AppEnv>): { app: Hono<AppEnv>; lookedAtCaller: () => boolean } {
  let looked = false
  const note = (key: PropertyKey) => {
    looked ||= ABOUT_THE_CALLER.has(key)
  }
  const copy = new Hono<AppEnv>()
  for (const [n, { method, path, handler }] of app.routes.entries()) {
    // The pieces of a route line follow one another; the last of them is the handler, what stands before it the guards.
    const next = app.routes[n + 1]
    const isLast = next?.method !== method || next.path !== path
    const call: Handler<AppEnv> = isLast
      ? (c, goOn) => {
          looked = false
          return handler(spied(c, note), goOn)
        }
      : handler
    copy.on(method, path, call)
  }
  return { app: copy, lookedAtCaller: () => looked }
}

function spied(c: Context<AppEnv>, note: (key: PropertyKey) => void): Context<AppEnv> {
  return new Proxy(c, {
    get(context, key) {
      if (key === 'var') return new Proxy(context.var, { get: noting(note) })
      const value = Reflect.get(context, key, context)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        if (key === 'get') note(String(given[0]))
        return value.apply(context, given)
      }
    },
  })
}

function noting(note: (key: PropertyKey) => void): (from: object, key: PropertyKey) => unknown {
  return (from, key) => {
    note(key)
    return Reflect.get(from, key)
  }
}
