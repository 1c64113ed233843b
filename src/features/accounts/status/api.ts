import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { ClaimInput } from '#features/accounts/login/inputs.ts'
import { claimOwnership } from '#features/accounts/status/claim.ts'
import { member } from '#web/guards/access.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import { json } from '#web/validation/validate.ts'

export const claimApi = new Hono<AppEnv>().post(
  '/claim-owner',
  write('claimOwner', { tag: 'claim-owner', repeat: 'refused: invalid_transition' }),
  member,
  doc(
    'Become the first owner of the site with the token of the link that the deployment printed. The link works once, and only while the site has no owner. `username` becomes your username if you have none',
    { 204: null },
    'not_found',
    'invalid_transition',
    'username_taken',
    'review_pending',
  ),
  json(ClaimInput),
  (c) => done(c, claimOwnership(c.var.db, c.var.viewer, c.var.ip, c.req.valid('json'), c.var.now)),
)
