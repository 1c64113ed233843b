import type { Hono, MiddlewareHandler } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { isStaticPath } from '#web/assets.ts'
import { factOf } from '#web/openapi/route-facts.ts'
import { isUnderApi } from '#web/paths.ts'

export type IsOwnPath = (path: string) => boolean

/**
 * Whether the site itself serves a path. A route whose parameters do not accept the path does not
 * serve it: `/posts/:id` serves `/posts/5`, not `/posts/hello`. A route with a guard serves all its
 * paths, because the guard responds before the parameters are checked.
 */
export function ownPaths(app: Hono<AppEnv>): IsOwnPath {
  return (path) =>
    isUnderApi(path) || path.startsWith('/images/') || isStaticPath(path) || isRouted(app, path)
}

function isRouted({ router }: Hono<AppEnv>, path: string): boolean {
  const [matched, stash] = router.match('GET', path)
  const own = matched.filter(([[, { method }]]) => method !== 'ALL')
  const isGuarded = own.some(([[, { handler }]]) => factOf(handler).access !== undefined)
  const accepts = ([[, { handler }], params]: (typeof own)[number]) => {
    const { input } = factOf(handler)
    return input?.in !== 'param' || input.schema.safeParse(paramsOf(params, stash)).success
  }
  return own.length > 0 && (isGuarded || own.every(accepts))
}

/** Hono's routers return either the values of the parameters or their indexes in the stash. */
function paramsOf(
  params: Record<string, string | number>,
  stash: string[] | undefined,
): Record<string, string> {
  const textOf = (param: string | number) =>
    typeof param === 'number' ? (stash?.[param] ?? '') : param
  return Object.fromEntries(Object.entries(params).map(([name, param]) => [name, textOf(param)]))
}

/**
 * A path without parameters has only its own methods. Otherwise `GET /api/posts/upload-image`,
 * whose route is a POST, would be handled by `/api/posts/:id`. It is 404.
 */
export function refuseOtherMethods(app: () => Hono<AppEnv>): MiddlewareHandler<AppEnv> {
  let methods: Map<string, Set<string>> | undefined
  return createMiddleware<AppEnv>(async (c, next) => {
    methods ??= methodsOfPaths(app())
    const { method, path } = c.req
    if (methods.get(path)?.has(method === 'HEAD' ? 'GET' : method) === false)
      throw new AppError('not_found')
    await next()
  })
}

function methodsOfPaths({ routes }: Hono<AppEnv>): Map<string, Set<string>> {
  const literal = routes.filter(
    ({ method, path }) => method !== 'ALL' && isUnderApi(path) && !path.includes(':'),
  )
  const byPath = Map.groupBy(literal, ({ path }) => path)
  return new Map([...byPath].map(([path, own]) => [path, new Set(own.map(({ method }) => method))]))
}
