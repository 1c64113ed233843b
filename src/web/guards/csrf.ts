import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { sameSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { readCsrfToken } from '#web/guards/csrf-token.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { secretsOf } from '#web/secrets.ts'

/** For a request of the session `sid`: its CSRF token must have been made for that very session. */
export async function requireSessionCsrf(c: Context<AppEnv>, sid: string | null): Promise<void> {
  refuseOtherSites(c)
  if (credentialsOf(c).isBearer) return
  const madeFor = await repeatedToken(c)
  if (madeFor.sid !== sid) throw new AppError('csrf_failed')
}

/** For a public write that changes nothing of anybody's and needs no token: only that it comes from no other site. */
export const fromThisSite = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    refuseOtherSites(c)
    await next()
  }),
  { refuses: ['csrf_failed'] },
)

/** The browser says which site a write comes from: another site is refused even with a valid token. */
export function refuseOtherSites(c: Pick<Context, 'req'>): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  // An empty one too, where the runtime shows it: workerd drops an empty `Origin` before any Worker sees it.
  const isElsewhere = origin !== undefined && origin !== new URL(c.req.url).origin
  if (isElsewhere || (site !== undefined && !FROM_HERE.has(site))) throw new AppError('csrf_failed')
}

const FROM_HERE: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** The token that the header repeats from the cookie, read. */
export async function repeatedToken(c: Context<AppEnv>): Promise<{ sid: string | null }> {
  const header = c.req.header('x-csrf-token')
  const { csrf } = credentialsOf(c)
  const isRepeated = header !== undefined && csrf !== null && sameSecret(header, csrf)
  const token = isRepeated ? await readCsrfToken(secretsOf(c.env), csrf) : null
  if (token === null) throw new AppError('csrf_failed')
  return token
}
