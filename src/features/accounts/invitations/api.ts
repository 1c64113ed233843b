import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  CodePath,
  createInvitation,
  INVITER_LEVEL,
  InvitationInput,
  InvitationShape,
  NewInvitationShape,
  OPEN_INVITATIONS_MAX,
  ownInvitations,
  revokeInvitation,
} from '#features/accounts/invitations/invitations.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { json, pageQuery, pageRequest, param, query } from '#web/validation/validate.ts'

export const invitationsApi = new Hono<AppEnv>()
  .get(
    '/invitations',
    read('listInvitations', { tag: 'invitations', tokens: true }),
    signedIn,
    doc('List your invitations, newest first', { 200: listOf(InvitationShape) }),
    query(z.object(pageQuery)),
    async (c) => {
      const { db, viewer, language, now } = c.var
      const request = pageRequest(c.req.valid('query'))
      return c.json(
        await db.read(ownInvitations(viewer, request, { site: siteOrigin(c), language, now })),
      )
    },
  )
  .post(
    '/invitations',
    write('createInvitation', { tag: 'invitations', repeat: 'adds', tokens: true }),
    member,
    doc(
      `Create an invitation. You need level ${INVITER_LEVEL}, except as an admin. You can have at most ${OPEN_INVITATIONS_MAX} open invitations`,
      { 201: NewInvitationShape },
      'level_too_low',
    ),
    json(InvitationInput),
    async (c) => {
      const { db, viewer, now } = c.var
      return c.json(
        await createInvitation(db, viewer, c.req.valid('json'), siteOrigin(c), now),
        201,
      )
    },
  )
  .delete(
    '/invitations/:code',
    write('deleteInvitation', { tag: 'invitations', repeat: 'refused: not_found', tokens: true }),
    member,
    param(CodePath),
    doc(
      'Revoke an invitation. People who joined with it keep their accounts',
      { 204: null },
      'not_found',
    ),
    (c) => done(c, revokeInvitation(c.var.db, c.var.viewer, c.req.valid('param').code, c.var.now)),
  )
