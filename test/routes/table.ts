import { World } from '#test/world.ts'
import { factOf, type RouteFact } from '#web/openapi/route-facts.ts'
import { ACCOUNT_ROUTES } from './account.ts'
import { ADMIN_ROUTES } from './admin.ts'
import { APP_ROUTES } from './apps.ts'
import { COMMUNITY_ROUTES } from './community.ts'
import { LETTER_ROUTES } from './letters.ts'
import { OWN_SITE_ROUTES } from './own-site.ts'
import { PROVIDER_ROUTES } from './providers.ts'
import { READING_ROUTES } from './reading.ts'
import type { RouteLine } from './route-line.ts'
import { WEBHOOK_ROUTES } from './webhooks.ts'
import { WRITING_ROUTES } from './writing.ts'

/**
 * Every route of the site. A route without a line here, or a line without a route, fails the tests.
 */
const LINES: Record<string, RouteLine> = {
  ...first('POST /api/admin/invariants/run'),
  ...READING_ROUTES,
  ...WRITING_ROUTES,
  ...ACCOUNT_ROUTES,
  ...PROVIDER_ROUTES,
  ...APP_ROUTES,
  ...COMMUNITY_ROUTES,
  ...LETTER_ROUTES,
  ...ADMIN_ROUTES,
  ...OWN_SITE_ROUTES,
  ...WEBHOOK_ROUTES,
}

export const ROUTES = Object.fromEntries(
  Object.entries(LINES).map(([name, line]) => [name, { status: 200, ...line }]),
)

/** Its cost depends on the data of the lines before it, so it has its own site. */
function first(route: string): Record<string, RouteLine> {
  return Object.fromEntries(Object.entries(ADMIN_ROUTES).filter(([name]) => name === route))
}

/** The facts of the guards and the handler of every route line, by its name. */
export function factsByRoute(): Map<string, RouteFact[]> {
  const entries = Map.groupBy(
    new World('routes').app.routes,
    ({ method, path }) => `${method} ${path}`,
  )
  return new Map(
    [...entries].map(([name, handlers]) => [name, handlers.map(({ handler }) => factOf(handler))]),
  )
}

/** A path with valid example values for its parameters. */
export function examplePath(path: string): string {
  return path.replace(':sid', 'A'.repeat(22)).replace(/:\w+/g, '1')
}
