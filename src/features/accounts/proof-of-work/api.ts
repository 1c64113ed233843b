import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { newProofChallenge, ProofChallengeShape } from '#features/accounts/proof-of-work/challenge.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'
import { doc } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'

export const proofOfWorkApi = new Hono<AppEnv>().get(
  '/auth/challenge',
  withoutViewer,
  doc('Get an ALTCHA challenge to solve before registration or a password reset', { 200: ProofChallengeShape }),
  async (c) => c.json(await newProofChallenge(secretsOf(c.env), c.var.now)),
)
