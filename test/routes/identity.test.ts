import { type Context, type Handler, Hono } from 'hono'
import { expect, test } from 'vitest'
import type { AppEnv } from '#env'
import { MINUTE } from '#kernel/clock.ts'
import { World } from '#test/world.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'
import { createPeople } from './people.ts'
import type { People } from './route-line.ts'
import { requestOf } from './sending.ts'
import { ROUTES } from './table.ts'

/** Without pages: a page refreshes an expired session. */
const reads = Object.entries(ROUTES).flatMap(([name, { access }]) =>
  name.startsWith('GET ') && access === 'public' && !isPagePath(name.slice('GET '.length)) ? [name] : [],
)

/** Public reads whose route line says that the response depends on the viewer. */
const personal = new Set(
  new World('routes').app.routes
    .filter(({ handler }) => factOf(handler).dependsOnCaller)
    .map(({ method, path }) => `${method} ${path}`),
)

test('a public read looks at the viewer, and refuses an expired token, only if its route line says so', async () => {
  const people = await createPeople(new World())
  const paths = await pathsOf(people)
  const { app, lookedAtCaller } = watched(people.world.app)
  const { env } = people.world
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} }
  const cookie = `joule_at=${people.member.cookies.get('joule_at')}`
  for (const [name, path] of paths) {
    const request = new Request(`http://joule.test${path}`, { headers: { cookie } })
    const { status } = await app.fetch(request, env, context)
    // The WebSocket route is refused, and the error handler of the app is not watched.
    if (ROUTES[name]?.status === 200) expect(status, name).toBe(200)
    expect(lookedAtCaller(), name).toBe(personal.has(name))
  }
  const { world, member } = people
  const ended = await world.visitor().signIn(await world.reload(member))
  await member.delete(`/api/settings/sessions/${ended.sid}`)
  const forged = new Map<string, number>()
  for (const [name, path] of paths) {
    const { status } = await world.visitor().get(path, { headers: { authorization: 'Bearer nonsense' } })
    forged.set(name, status)
  }
  world.wait(16 * MINUTE)
  for (const [name, path] of paths) {
    const responses = [await member.get(path), await ended.get(path), await world.visitor().get(path)]
    const usual = ROUTES[name]?.status
    const refused = personal.has(name) ? 401 : usual
    expect([forged.get(name), ...responses.map(({ status }) => status)], name).toEqual([
      refused,
      refused,
      refused,
      usual,
    ])
    if (refused === 401) expect(responses[0]?.json.error.code, name).toBe('session_expired')
  }
})

test('the check finds a handler that reads the viewer', () => {
  expect(reads.filter((name) => personal.has(name)).length).toBeGreaterThan(0)
  expect(reads.filter((name) => !personal.has(name)).length).toBeGreaterThan(0)
})

async function pathsOf(people: People): Promise<Map<string, string>> {
  const paths = new Map<string, string>()
  for (const name of reads) {
    const line = ROUTES[name]
    if (!line) throw new Error(`no line for ${name}`)
    const { path } = await requestOf(name.slice('GET '.length), people, line)
    paths.set(name, path)
  }
  return paths
}

/** Context variables that depend on the viewer. */
const ABOUT_THE_CALLER = new Set<PropertyKey>(['viewer', 'sid', 'unread'])

/** The same site with watched handlers: `lookedAtCaller` tells whether a handler read the viewer since its last call. */
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
    const call: Handler<AppEnv> = isLast ? (c, goOn) => handler(spied(c, note), goOn) : handler
    copy.on(method, path, call)
  }
  const lookedAtCaller = () => {
    const was = looked
    looked = false
    return was
  }
  return { app: copy, lookedAtCaller }
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
