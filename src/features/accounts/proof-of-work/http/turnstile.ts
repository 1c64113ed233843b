import * as z from 'zod'
import type { Bindings } from '#env'
import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'

/** Its scripts and frames are part of the page. */
export const TURNSTILE_ORIGIN = 'https://challenges.cloudflare.com'

const TIMEOUT = 10 * SECOND

interface Turnstile {
  siteKey: string
  secret: string
}

/** Cloudflare's check of browsers, in place of the proof of work. Null unless both keys are configured. */
export function turnstileOf({ TURNSTILE_SITE_KEY, TURNSTILE_SECRET }: Partial<Bindings>): Turnstile | null {
  return TURNSTILE_SITE_KEY && TURNSTILE_SECRET ? { siteKey: TURNSTILE_SITE_KEY, secret: TURNSTILE_SECRET } : null
}

/** Cloudflare accepts each token once, for five minutes. The address of the visitor is not sent. */
export async function requireTurnstile({ secret }: Turnstile, token: string | undefined): Promise<void> {
  if (token === undefined) throw new AppError('challenge_failed')
  const answer = await verdictOn(secret, token).catch((cause) => {
    throw new AppError('unavailable', {}, { cause })
  })
  if (!answer.success) throw new AppError('challenge_failed')
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
