import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { newProofChallenge, ProofChallengeShape } from '#features/accounts/proof-of-work/challenge.ts'
import { turnstileOf } from '#features/accounts/proof-of-work/http/turnstile.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'

const TurnstileShape = z.object({ turnstile_site_key: z.string() })

export const proofOfWorkApi = new Hono<AppEnv>().get(
  '/auth/challenge',
  read('getChallenge', { tag: 'auth' }),
  withoutViewer,
  doc(
    'Get an ALTCHA challenge to solve before registration or a password reset, or the site key of Turnstile if the site uses it',
    { 200: z.union([ProofChallengeShape, TurnstileShape]) },
  ),
  async (c) => {
    const turnstile = turnstileOf(c.env)
    if (turnstile !== null) return c.json({ turnstile_site_key: turnstile.siteKey })
    return c.json(await newProofChallenge(secretsOf(c.env), c.var.now))
  },
)
