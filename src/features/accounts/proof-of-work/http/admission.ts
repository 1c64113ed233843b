import type { AppEnv, Bindings } from '#env'
import { type Admission, spendSolution } from '#features/accounts/proof-of-work/challenge.ts'
import { requireTurnstile, TURNSTILE_ORIGIN, turnstileOf } from '#features/accounts/proof-of-work/http/turnstile.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { secretsOf } from '#web/secrets.ts'
import { contentSecurityPolicy } from '#web/security-headers.ts'

interface SiteContext {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'db' | 'now'>
}

export function admissionOf({ env, var: { db, now } }: SiteContext, solution: string | undefined): Admission {
  return async () => {
    if (!(await settingIsOn(db, 'registration.challenge', now))) return []
    const turnstile = turnstileOf(env)
    if (turnstile === null) return spendSolution(secretsOf(env), solution, now)
    await requireTurnstile(turnstile, solution)
    return []
  }
}

/** The challenge of a page. The page must load `challenge.js`. */
export interface PageChallenge {
  /** Of Turnstile. Null for the proof of work. */
  siteKey: string | null
}

/** Null while the site requires none. Only pages with Turnstile may load scripts of Cloudflare. */
export async function pageChallengeOf(
  c: SiteContext & { header(name: string, value: string): void },
): Promise<PageChallenge | null> {
  // The page must render without the database. The form then fails with a clear error.
  if (!(await settingIsOn(c.var.db, 'registration.challenge', c.var.now).catch(() => false))) return null
  const siteKey = turnstileOf(c.env)?.siteKey ?? null
  if (siteKey !== null)
    c.header(
      'Content-Security-Policy',
      contentSecurityPolicy({ scripts: TURNSTILE_ORIGIN, directives: [`frame-src ${TURNSTILE_ORIGIN}`] }),
    )
  return { siteKey }
}
