import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { CodeInput, OwnPasswordInput } from '#features/accounts/login/inputs.ts'
import {
  beginTotp,
  confirmTotp,
  NewTotpShape,
  RecoveryCodesShape,
  removeTotp,
} from '#features/accounts/second-factor/totp.ts'
import { changeOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { member } from '#web/guards/access.ts'
import { limitedGuesses, limitedPerUser } from '#web/limits/limits.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { json } from '#web/validation/validate.ts'

const TotpInput = z.object({ code: CodeInput })

export const secondFactorApi = new Hono<AppEnv>()
  .post(
    '/settings/totp',
    write('createTotp', { tag: 'settings', repeat: 'idempotent', fresh: 'or password' }),
    member,
    limitedPerUser('factor-change'),
    limitedGuesses,
    doc(
      'Start the setup of two-step verification. It is off until you confirm the first code',
      { 200: NewTotpShape },
      'invalid_transition',
    ),
    json(OwnPasswordInput),
    async (c) =>
      c.json(
        await beginTotp(c.var.db, secretsOf(c.env), c.var, c.req.valid('json').password, c.var.now),
      ),
  )
  .post(
    '/settings/totp/confirm',
    write('confirmTotp', { tag: 'settings', repeat: 'refused: invalid_transition' }),
    member,
    limitedPerUser('factor-change'),
    limitedGuesses,
    sendsMail,
    doc(
      'Confirm an authenticator app and turn on two-step verification',
      { 200: RecoveryCodesShape },
      'invalid_transition',
    ),
    json(TotpInput),
    async (c) => {
      const { db, now } = c.var
      const { code } = c.req.valid('json')
      return c.json({
        recovery_codes: await confirmTotp(db, secretsOf(c.env), c.var, code, changeOrigin(c), now),
      })
    },
  )
  .delete(
    '/settings/totp',
    write('deleteTotp', {
      tag: 'settings',
      repeat: 'refused: invalid_transition',
      fresh: 'or password',
    }),
    member,
    limitedPerUser('factor-change'),
    limitedGuesses,
    sendsMail,
    doc('Turn off two-step verification', { 204: null }, 'invalid_transition'),
    json(OwnPasswordInput.extend(TotpInput.partial().shape)),
    (c) =>
      done(
        c,
        removeTotp(
          c.var.db,
          secretsOf(c.env),
          c.var,
          c.req.valid('json'),
          changeOrigin(c),
          c.var.now,
        ),
      ),
  )
