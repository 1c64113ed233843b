import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { askToChangeEmail, sendVerification, verifyEmail } from '#features/accounts/accounts/email.ts'
import { ChangeEmailInput, ForgotInput, ResetInput, TokenInput } from '#features/accounts/accounts/inputs.ts'
import { answerResetRequests, forgotPassword } from '#features/accounts/recovery/forgot.ts'
import { resetPassword } from '#features/accounts/recovery/reset.ts'
import { anyone } from '#features/accounts/sessions/http/anyone.ts'
import { mailOrigin, sendsMail, sendsMailAfter } from '#features/core/mail/http/sends-mail.ts'
import { member } from '#web/guards/guards.ts'
import { addressLimits, emailLimits, limited, limitedPerUser } from '#web/limits/limits.ts'
import { doc } from '#web/openapi/doc.ts'
import { json } from '#web/validation/validate.ts'

const Nothing = z.object({})

export const recoveryApi = new Hono<AppEnv>()
  .post(
    '/auth/forgot-password',
    anyone,
    sendsMailAfter(answerResetRequests),
    doc('Request a password reset link by mail. The response is the same if no account has this address', {
      202: Nothing,
    }),
    json(ForgotInput),
    async (c) => {
      const { email } = c.req.valid('json')
      const limits = { ofAddress: addressLimits(c), ofEmail: emailLimits(c, email) }
      await forgotPassword(c.var.db, limits, email, mailOrigin(c), c.var.now)
      return c.json({}, 202)
    },
  )
  .post(
    '/auth/reset-password',
    anyone,
    limited('token'),
    sendsMail,
    doc('Reset the password with a mailed token and end all sessions', { 204: null }, 'session_expired'),
    json(ResetInput),
    async (c) => {
      const { token, new_password } = c.req.valid('json')
      await resetPassword(c.var.db, token, new_password, mailOrigin(c), c.var.now)
      return c.body(null, 204)
    },
  )
  .post(
    '/auth/verify-email',
    anyone,
    limited('token'),
    doc(
      'Verify an e-mail address with a mailed token',
      { 200: z.object({ email: z.string() }) },
      'session_expired',
      'email_taken',
    ),
    json(TokenInput),
    async (c) => c.json({ email: await verifyEmail(c.var.db, c.req.valid('json').token, c.var.now) }),
  )
  .post(
    '/settings/email/verify',
    member,
    limitedPerUser('account-mail'),
    sendsMail,
    doc('Send a verification link to your e-mail address', { 202: Nothing }, 'invalid_transition'),
    async (c) => {
      await sendVerification(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)
      return c.json({}, 202)
    },
  )
  .put(
    '/settings/email',
    member,
    limitedPerUser('account-mail'),
    sendsMail,
    doc('Request a change of your e-mail address. It takes effect when the mailed link is used', { 202: Nothing }),
    json(ChangeEmailInput),
    async (c) => {
      await askToChangeEmail(c.var.db, c.var.viewer, c.req.valid('json'), mailOrigin(c), c.var.now)
      return c.json({}, 202)
    },
  )
