import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { askToChangeEmail, sendVerification } from '#features/accounts/email/email.ts'
import {
  ChangeEmailInput,
  ForgotInput,
  ResetInput,
  VerifyEmailInput,
} from '#features/accounts/login/inputs.ts'
import { handleResetRequests } from '#features/accounts/recovery/forgot.ts'
import { askForReset, reset, verify } from '#features/accounts/recovery/http/commands.ts'
import {
  notMeLinks,
  revokeNotMeLink,
  SecurityLinkShape,
} from '#features/accounts/recovery/not-me.ts'
import { mailOrigin, sendsMail, sendsMailAfter } from '#features/core/mail/http/sends-mail.ts'
import { anyone, member, signedIn } from '#web/guards/access.ts'
import { limited, limitedGuesses, limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { accepted, done } from '#web/responses.ts'
import { json, param } from '#web/validation/validate.ts'

const Nothing = z.object({})
const linkParam = param(z.object({ id: z.string().regex(/^[0-9a-f]{64}$/) }))

export const recoveryApi = new Hono<AppEnv>()
  .post(
    '/auth/forgot-password',
    write('forgotPassword', { tag: 'auth', repeat: 'adds' }),
    anyone,
    sendsMailAfter(handleResetRequests),
    doc(
      'Request a password reset link by mail. The response is the same if no account has this address',
      { 202: Nothing },
      'challenge_failed',
    ),
    json(ForgotInput),
    (c) => accepted(c, askForReset(c, c.req.valid('json'))),
  )
  .post(
    '/auth/reset-password',
    write('resetPassword', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Reset the password with a mailed token and end all sessions',
      { 204: null },
      'session_expired',
    ),
    json(ResetInput),
    (c) => done(c, reset(c, c.req.valid('json'))),
  )
  .post(
    '/auth/verify-email',
    write('verifyEmail', { tag: 'auth', repeat: 'refused: session_expired' }),
    anyone,
    limited('token'),
    sendsMail,
    doc(
      'Prove an e-mail address with a mailed token. Needs a session of the account, or `new_password`, which ends every session, factor, provider and token of the account. `not_mine` deletes a new account, or keeps the old address',
      { 200: z.object({ email: z.string() }), 204: null },
      'session_expired',
      'email_taken',
      'login_to_verify',
    ),
    json(VerifyEmailInput),
    async (c) => {
      const email = await verify(c, c.req.valid('json'))
      return email === null ? c.body(null, 204) : c.json({ email })
    },
  )
  .post(
    '/settings/email/verify',
    write('sendEmailVerification', { tag: 'settings', repeat: 'adds' }),
    member,
    limitedPerUser('account-mail'),
    sendsMail,
    doc('Send a verification link to your e-mail address', { 202: Nothing }, 'invalid_transition'),
    (c) => accepted(c, sendVerification(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)),
  )
  .put(
    '/settings/email',
    write('updateEmail', { tag: 'settings', repeat: 'adds', fresh: 'or password' }),
    member,
    limitedPerUser('account-mail'),
    limitedGuesses,
    sendsMail,
    doc('Request a change of your e-mail address. It takes effect when the mailed link is used', {
      202: Nothing,
    }),
    json(ChangeEmailInput),
    (c) =>
      accepted(c, askToChangeEmail(c.var.db, c.var, c.req.valid('json'), mailOrigin(c), c.var.now)),
  )
  .get(
    '/settings/security-links',
    read('listSecurityLinks', { tag: 'settings' }),
    signedIn,
    doc('List the valid “this was not me” links in your security e-mails', {
      200: listOf(SecurityLinkShape),
    }),
    async (c) =>
      c.json({ items: await c.var.db.read(notMeLinks(c.var, c.var.now)), next_cursor: null }),
  )
  .delete(
    '/settings/security-links/:id',
    write('deleteSecurityLink', { tag: 'settings', repeat: 'refused: not_found', fresh: true }),
    member,
    linkParam,
    doc(
      'Revoke a “this was not me” link, from a session that is older than the event and did not cause it',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, revokeNotMeLink(c.var.db, c.var, c.req.valid('param').id)),
  )
