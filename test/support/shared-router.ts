import type { Hono } from 'hono'
import type { Result } from 'hono/router'
import type { H, RouterRoute } from 'hono/types'
import { createApp } from '#app'
import type { AppEnv } from '#env'

type Match = (method: string, path: string) => Result<[H, RouterRoute]>

/** The matcher of an app that no test uses, and the index of each of its routes. */
let shared: { match: Match; indexOf: Map<RouterRoute, number> } | undefined

/**
 * Makes the apps of all tests share one matcher. Every app has the same routes in the same order, and Hono builds a matcher in
 * the time of several requests. An app to which a test adds a route uses its own matcher.
 */
export function withSharedRouter(app: Hono<AppEnv>): Hono<AppEnv> {
  shared ??= matcherOf(createApp())
  const { match, indexOf } = shared
  const { routes, router } = app
  const own = (route: RouterRoute): [H, RouterRoute] => {
    const found = routes[indexOf.get(route) ?? -1]
    if (found?.path !== route.path) throw new Error(`the app has no route ${route.path}`)
    return [found.handler, found]
  }
  app.router = {
    name: 'shared',
    add(...route) {
      app.router = router
      router.add(...route)
    },
    match(method, path) {
      const [found, ...stash] = match(method, path)
      return [found.map(([[, route], parameters]) => [own(route), parameters]), ...stash] as ReturnType<Match>
    },
  }
  return app
}

function matcherOf({ routes, router }: Hono<AppEnv>) {
  const indexOf = new Map(routes.map((route, index) => [route, index]))
  return { match: (method: string, path: string) => router.match(method, path), indexOf }
}
