import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { OwnPasswordInput } from '#features/accounts/login/inputs.ts'
import {
  addPasskey,
  beginPasskey,
  PASSKEY_NAME_MAX,
  passkeysOf,
  removePasskey,
  renamePasskey,
} from '#features/accounts/passkeys/passkeys.ts'
import {
  PasskeyShape,
  RegistrationInput,
  RegistrationOptionsShape,
} from '#features/accounts/passkeys/shapes.ts'
import { changeOrigin, relyingParty } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { line } from '#kernel/fields.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { limitedGuesses, limitedPerUser } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { secretsOf } from '#web/secrets.ts'
import { idParam, json } from '#web/validation/validate.ts'

const NameInput = z.object({ name: line({ min: 1, max: PASSKEY_NAME_MAX }) })

export const passkeysApi = new Hono<AppEnv>()
  .get(
    '/settings/passkeys',
    read('listPasskeys', { tag: 'settings' }),
    signedIn,
    doc('List your passkeys', { 200: listOf(PasskeyShape) }),
    async (c) => c.json({ items: await c.var.db.all(passkeysOf(c.var.viewer)), next_cursor: null }),
  )
  .post(
    '/settings/passkeys/options',
    write('createPasskeyRegistrationOptions', {
      tag: 'settings',
      repeat: 'idempotent',
      fresh: 'or password',
    }),
    member,
    limitedPerUser('factor-change'),
    limitedGuesses,
    doc('Create the WebAuthn options to add a passkey', { 200: RegistrationOptionsShape }),
    json(OwnPasswordInput),
    async (c) => {
      const { db, viewer, now, language } = c.var
      const asked = { ...c.req.valid('json'), displayName: displayName(viewer, language) }
      return c.json(await beginPasskey(db, secretsOf(c.env), relyingParty(c), c.var, asked, now))
    },
  )
  .post(
    '/settings/passkeys',
    write('createPasskey', { tag: 'settings', repeat: 'refused: validation_failed' }),
    member,
    sendsMail,
    doc('Add a passkey', { 201: PasskeyShape }),
    json(NameInput.extend({ response: RegistrationInput })),
    async (c) => {
      const { db, now } = c.var
      const made = c.req.valid('json')
      return c.json(
        await addPasskey(db, secretsOf(c.env), relyingParty(c), c.var, made, changeOrigin(c), now),
        201,
      )
    },
  )
  .put(
    '/settings/passkeys/:id',
    write('updatePasskey', { tag: 'settings', repeat: 'idempotent' }),
    member,
    idParam,
    doc('Rename a passkey', { 200: PasskeyShape }),
    json(NameInput),
    async (c) =>
      c.json(
        await renamePasskey(
          c.var.db,
          c.var.viewer,
          c.req.valid('param').id,
          c.req.valid('json').name,
        ),
      ),
  )
  .delete(
    '/settings/passkeys/:id',
    write('deletePasskey', { tag: 'settings', repeat: 'refused: not_found', fresh: 'or password' }),
    member,
    limitedPerUser('factor-change'),
    limitedGuesses,
    sendsMail,
    idParam,
    doc('Remove a passkey', { 204: null }, 'last_sign_in'),
    json(OwnPasswordInput),
    (c) => {
      const input = { ...c.req.valid('param'), ...c.req.valid('json') }
      return done(c, removePasskey(c.var.db, c.var, input, changeOrigin(c), c.var.now))
    },
  )
