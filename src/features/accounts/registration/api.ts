import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { CheckEmailInput, RegisterInput, SessionShape } from '#features/accounts/login/inputs.ts'
import { signUp, turnstileOf } from '#features/accounts/registration/http/admission.ts'
import {
  newProofChallenge,
  ProofChallengeShape,
} from '#features/accounts/registration/proof-of-work.ts'
import { emailIsAvailable } from '#features/accounts/registration/register.ts'
import { respondWithSession } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { anyone, lazyViewer } from '#web/guards/access.ts'
import { limited, withinLimit } from '#web/limits/limits.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

const TurnstileShape = z.object({ turnstile_site_key: z.string() })

export const registrationApi = new Hono<AppEnv>()
  .get(
    '/auth/challenge',
    read('getChallenge', { tag: 'auth' }),
    lazyViewer,
    doc(
      'Get the challenge to solve before a registration or a password reset. It is an ALTCHA challenge, or the site key of Turnstile if the site uses Turnstile',
      { 200: z.union([ProofChallengeShape, TurnstileShape]) },
    ),
    async (c) => {
      const turnstile = turnstileOf(c.env)
      if (turnstile !== null) return c.json({ turnstile_site_key: turnstile.siteKey })
      return c.json(await newProofChallenge(secretsOf(c.env), c.var.now))
    },
  )
  .post(
    '/auth/check-email',
    write('checkEmail', { tag: 'auth', repeat: 'idempotent' }),
    anyone,
    limited('check-email'),
    doc('Check whether an e-mail address is available', {
      200: z.object({ available: z.boolean() }),
    }),
    json(CheckEmailInput),
    async (c) => c.json({ available: await emailIsAvailable(c.var.db, c.req.valid('json').email) }),
  )
  .post(
    '/auth/register',
    write('register', { tag: 'auth', repeat: 'refused: email_taken' }),
    anyone,
    withinLimit('registration'),
    sendsMail,
    doc(
      'Create an account and log in',
      { 201: SessionShape },
      'email_taken',
      'username_taken',
      'forbidden',
      'invitation_required',
      'challenge_failed',
    ),
    json(RegisterInput),
    async (c) => respondWithSession(c, await signUp(c, c.req.valid('json')), 201),
  )
