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
      'Request a password reset link by mail. The response is the same whether or not an account has this address',
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
      'Reset the password with the token of a mailed link. All sessions of the account end',
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
      'Prove an e-mail address with the token of a mailed link. The request needs a session of the account or a `new_password`, else it is refused with `login_to_verify`. `new_password` also ends every session of the account and removes every second factor, login provider and token. With `not_mine`, the link ends: a new account is deleted, and an account that changed its address keeps the old one',
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
    doc(
      'Send a verification link to your e-mail address. Refused with `invalid_transition` if the address is already verified',
      { 202: Nothing },
      'invalid_transition',
    ),
    (c) => accepted(c, sendVerification(c.var.db, c.var.viewer, mailOrigin(c), c.var.now)),
  )
  .put(
    '/settings/email',
    write('updateEmail', { tag: 'settings', repeat: 'adds', fresh: 'or password' }),
    member,
    limitedPerUser('account-mail'),
    limitedGuesses,
    sendsMail,
    doc(
      'Request a change of your e-mail address. A link is sent to the new address. Nothing changes until the link is used',
      {
        202: Nothing,
      },
    ),
    json(ChangeEmailInput),
    (c) =>
      accepted(c, askToChangeEmail(c.var.db, c.var, c.req.valid('json'), mailOrigin(c), c.var.now)),
  )
  .get(
    '/settings/security-links',
    read('listSecurityLinks', { tag: 'settings' }),
    signedIn,
    doc('List the valid “this was not me” links of your security e-mails, newest first', {
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
      'Revoke a “this was not me” link. Your session must be older than the event of the link, and must not have caused it, else the request is refused with `forbidden`',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, revokeNotMeLink(c.var.db, c.var, c.req.valid('param').id)),
  )
