import { type Context, type Handler, Hono } from 'hono'
import type { AppEnv } from '#env'

/** What a request knows of whoever sent it. */
const ABOUT_THE_CALLER = new Set<PropertyKey>(['viewer', 'sid', 'unread'])

/** The same site, each handler of a route watched: `lookedAtCaller` says whether that of the last request asked who sent it. */
export function watched(app: Hono<AppEnv>): { app: Hono<AppEnv>; lookedAtCaller: () => boolean } {
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
