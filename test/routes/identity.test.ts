import { type Context, type Handler, Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#env'
import { MINUTE } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'
import { createPeople } from './people.ts'
import { ROUTES } from './table.ts'

/** Without pages: a page refreshes an expired session. */
const reads = Object.entries(ROUTES).flatMap(([name, { access }]) =>
  name.startsWith('GET ') && access === 'public' && !isPagePath(name.slice('GET '.length)) ? [name] : [],
)

/** Public reads whose route line says that the response depends on the viewer. */
const personal = new Set(
  new World().app.routes
    .filter(({ handler }) => factOf(handler).dependsOnCaller)
    .map(({ method, path }) => `${method} ${path}`),
)

test.each(reads)('%s reads the viewer only if its route line says so', async (name) => {
  const people = await createPeople(new World())
  const path = await pathOf(name, people)
  const { app, lookedAtCaller } = watched(people.world.app)
  const { env } = people.world
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const cookie = `joule_at=${people.member.cookies.get('joule_at')}`
  const request = new Request(`http://joule.test${path}`, { headers: { cookie } })
  const { status } = await app.fetch(request, env, context)
  // The WebSocket route is refused, and the error handler of the app is not watched.
  if (ROUTES[name]?.status === 200) expect(status).toBe(200)
  expect(lookedAtCaller()).toBe(personal.has(name))
})

test.each(reads)('%s refuses an expired token if it reads the viewer', async (name) => {
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

test('the check finds a handler that reads the viewer', () => {
  expect(reads.filter((name) => personal.has(name)).length).toBeGreaterThan(0)
  expect(reads.filter((name) => !personal.has(name)).length).toBeGreaterThan(0)
})

async function pathOf(name: string, people: Awaited<ReturnType<typeof createPeople>>): Promise<string> {
  return (await ROUTES[name]?.sent?.(people))?.path ?? name.slice('GET '.length)
}

/** Context variables that depend on the viewer. */
const ABOUT_THE_CALLER = new Set<PropertyKey>(['viewer', 'sid', 'unread'])

/** The same site with watched handlers: `lookedAtCaller` tells whether the handler of the last request read the viewer. */
function watched(app: Hono<AppEnv>): { app: Hono<AppEnv>; lookedAtCaller: () => boolean } {
  let looked = false
  const note = (key: PropertyKey) => {
    looked ||= ABOUT_THE_CALLER.has(key)
  }
  const copy = new Hono<AppEnv>()
  for (const [n, { method, path, handler }] of app.routes.entries()) {
    // The entries of a route line are consecutive: guards first, the handler last.
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
