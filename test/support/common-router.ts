import type { Hono } from 'hono'
import { createApp } from '#app'
import type { AppEnv } from '#env'

type App = Hono<AppEnv>
type Found = ReturnType<App['router']['match']>

let common: ReturnType<typeof newCommon> | undefined

/**
 * Lets the apps of all tests share one router: building a router takes as long as a request. An app
 * that gets a further route uses its own router.
 */
export function shareRouter(app: App): App {
  const { router: own, routes } = app
  common ??= newCommon()
  const { router, positions } = common
  app.router = {
    name: own.name,
    add(...route) {
      app.router = own
      own.add(...route)
    },
    match(method, path) {
      const [found, ...stash] = router.match(method, path)
      const handlers = found.map(([[, known], params]) => {
        const route = routes[positions.get(known) ?? -1]
        return [[route?.handler, route], params]
      })
      return [handlers, ...stash] as Found
    },
  }
  return app
}

/** `positions` are those in `app.routes`, which are the same in every app. */
function newCommon() {
  const { router, routes } = createApp()
  return { router, positions: new Map<unknown, number>(routes.map((route, n) => [route, n])) }
}
