import type { Context } from 'hono'
import type { AppEnv } from '#env'
import { sameSecret } from '#kernel/crypto/secrets.ts'
import { AppError } from '#kernel/errors.ts'
import { credentialsOf } from '#web/guards/credentials.ts'
import { readCsrfToken } from '#web/guards/csrf-token.ts'
import { secretsOf } from '#web/secrets.ts'
import { type HeaderContext, siteOrigin } from '#web/site-origin.ts'

/** The CSRF token must have been issued for the session `sid`. */
export async function requireSessionCsrf(c: Context<AppEnv>, sid: string | null): Promise<void> {
  refuseOtherSites(c)
  if (credentialsOf(c).isBearer) return
  const madeFor = await repeatedToken(c)
  if (madeFor.sid !== sid) throw new AppError('csrf_failed')
}

/** Refuses cross-site writes by the headers of the browser, even with a valid token. */
export function refuseOtherSites(c: HeaderContext): void {
  const site = c.req.header('sec-fetch-site')
  const origin = c.req.header('origin')
  // An empty `Origin` is refused too, where the runtime shows it: workerd drops it before a Worker
  // sees it.
  const isElsewhere = origin !== undefined && origin !== siteOrigin(c)
  if (isElsewhere || (site !== undefined && !FROM_HERE.has(site))) throw new AppError('csrf_failed')
}

const FROM_HERE: ReadonlySet<string> = new Set(['same-origin', 'none'])

/** The verified token, if header and cookie are equal. */
export async function repeatedToken(c: Context<AppEnv>): Promise<{ sid: string | null }> {
  const header = c.req.header('x-csrf-token')
  const { csrf } = credentialsOf(c)
  const isRepeated = header !== undefined && csrf !== null && sameSecret(header, csrf)
  const token = isRepeated ? await readCsrfToken(secretsOf(c.env), csrf) : null
  if (token === null) throw new AppError('csrf_failed')
  return token
}
