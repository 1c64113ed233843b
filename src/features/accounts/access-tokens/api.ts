import { Hono } from 'hono'
import type { AppEnv } from '#env'
import {
  AccessTokenInput,
  AccessTokenShape,
  accessTokensOf,
  createAccessToken,
  NewAccessTokenShape,
  revokeAccessToken,
} from '#features/accounts/access-tokens/tokens.ts'
import { changeOrigin } from '#features/accounts/sessions/http/session-response.ts'
import { sendsMail } from '#features/core/mail/http/sends-mail.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { idParam, json } from '#web/validation/validate.ts'

export const accessTokensApi = new Hono<AppEnv>()
  .get(
    '/settings/tokens',
    read('listTokens', { tag: 'settings' }),
    signedIn,
    doc('List your personal access tokens', { 200: listOf(AccessTokenShape) }),
    async (c) =>
      c.json({
        items: await c.var.db.all(accessTokensOf(c.var.viewer, c.var.now)),
        next_cursor: null,
      }),
  )
  .post(
    '/settings/tokens',
    write('createToken', { tag: 'settings', repeat: 'adds', fresh: true }),
    member,
    sendsMail,
    doc('Create a personal access token. Only this response contains the token', {
      201: NewAccessTokenShape,
    }),
    json(AccessTokenInput),
    async (c) =>
      c.json(
        await createAccessToken(c.var.db, c.var, c.req.valid('json'), changeOrigin(c), c.var.now),
        201,
      ),
  )
  .delete(
    '/settings/tokens/:id',
    write('deleteToken', { tag: 'settings', repeat: 'refused: not_found' }),
    member,
    idParam,
    doc(
      'Revoke a personal access token. Requests with it are refused from then on',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, revokeAccessToken(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
