import type { Context } from 'hono'
import * as z from 'zod'
import type { AppEnv, Bindings } from '#env'
import type { RegisterInput } from '#features/accounts/login/inputs.ts'
import { type Admission, spendSolution } from '#features/accounts/registration/proof-of-work.ts'
import { register } from '#features/accounts/registration/register.ts'
import { signInOrigin } from '#features/accounts/sessions/http/session-response.ts'
import type { SignedIn } from '#features/accounts/sessions/open.ts'
import { settingIsOn } from '#features/core/site/settings.ts'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { addressLimits } from '#web/limits/limits.ts'
import { secretsOf } from '#web/secrets.ts'
import { contentSecurityPolicy } from '#web/security-headers.ts'

interface SiteContext {
  env: Bindings
  var: Pick<AppEnv['Variables'], 'db' | 'now'>
}

export function admissionOf(
  { env, var: { db, now } }: SiteContext,
  solution: string | undefined,
): Admission {
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
  /** The site key of Turnstile. Null for the proof of work. */
  siteKey: string | null
}

/**
 * The challenge of a page, or null if the site requires none. Only pages with Turnstile may load
 * scripts of Cloudflare.
 */
export async function pageChallengeOf(
  c: SiteContext & { header(name: string, value: string): void },
): Promise<PageChallenge | null> {
  // The page must render without the database. In that case the form fails later, with a clear
  // error.
  if (!(await settingIsOn(c.var.db, 'registration.challenge', c.var.now).catch(() => false)))
    return null
  const siteKey = turnstileOf(c.env)?.siteKey ?? null
  if (siteKey !== null)
    c.header(
      'Content-Security-Policy',
      contentSecurityPolicy({
        scripts: TURNSTILE_ORIGIN,
        directives: [`frame-src ${TURNSTILE_ORIGIN}`],
      }),
    )
  return { siteKey }
}

/** The origin of Turnstile, whose scripts and frames are part of the page. */
const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

const TIMEOUT = 10 * SECOND

interface Turnstile {
  siteKey: string
  secret: string
}

/**
 * Cloudflare's check of browsers, in place of the proof of work. Null unless both keys are
 * configured.
 */
export function turnstileOf({
  TURNSTILE_SITE_KEY,
  TURNSTILE_SECRET,
}: Partial<Bindings>): Turnstile | null {
  return TURNSTILE_SITE_KEY && TURNSTILE_SECRET
    ? { siteKey: TURNSTILE_SITE_KEY, secret: TURNSTILE_SECRET }
    : null
}

/**
 * Checks a token of Turnstile. Cloudflare accepts each token once, for five minutes. The address of
 * the visitor is not sent to Cloudflare.
 */
async function requireTurnstile({ secret }: Turnstile, token: string | undefined): Promise<void> {
  if (token === undefined) throw new AppError('challenge_failed')
  const response = await verdictOn(secret, token).catch((cause) => {
    throw new AppError('unavailable', {}, { cause })
  })
  if (!response.success) throw new AppError('challenge_failed')
}

const Verdict = z.object({ success: z.boolean() })

async function verdictOn(secret: string, token: string): Promise<z.infer<typeof Verdict>> {
  const response = await fetch(`${TURNSTILE_ORIGIN}/turnstile/v0/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response: token }),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  return Verdict.parse(await response.json())
}

/** The command that the API and the plain form call. */
export async function signUp(
  c: Context<AppEnv>,
  input: z.infer<typeof RegisterInput>,
): Promise<SignedIn> {
  const { challenge, ...registration } = input
  const [origin, admission] = [await signInOrigin(c), admissionOf(c, challenge)]
  return register(c.var.db, addressLimits(c), registration, origin, c.var.now, admission)
}
