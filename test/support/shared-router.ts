import type { Hono } from 'hono'
import type { Result } from 'hono/router'
import type { H, RouterRoute } from 'hono/types'
import type { AppEnv } from '#env'

type Match = (method: string, path: string) => Result<[H, RouterRoute]>

/** The matcher of the first app, and the index of each of its routes. */
let first: { match: Match; indexOf: Map<RouterRoute, number> } | undefined

/**
 * Makes the apps of all tests share one matcher. Every app has the same routes in the same order, and Hono builds a matcher in
 * the time of several requests.
 */
export function withSharedRouter(app: Hono<AppEnv>): Hono<AppEnv> {
  const { routes, router } = app
  first ??= {
    match: (method, path) => router.match(method, path),
    indexOf: new Map(routes.map((route, index) => [route, index])),
  }
  const { match, indexOf } = first
  const own = (route: RouterRoute): [H, RouterRoute] => {
    const found = routes[indexOf.get(route) ?? -1]
    if (found?.path !== route.path) throw new Error(`the app has no route ${route.path}`)
    return [found.handler, found]
  }
  app.router = {
    name: 'shared',
    add: router.add.bind(router),
    match(method, path) {
      const [found, ...stash] = match(method, path)
      return [found.map(([[, route], parameters]) => [own(route), parameters]), ...stash] as ReturnType<Match>
    },
  }
  return app
}
