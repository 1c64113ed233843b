import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { BLOCKS_MAX, blockedUsers, toggleBlock } from '#features/core/blocks/block.ts'
import { UserRefShape } from '#features/core/people/user-ref.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query, uidParam } from '#web/validation/validate.ts'

const BlockedUserShape = z
  .object({ ...UserRefShape.shape, blocked_at: z.iso.datetime() })
  .meta({ id: 'BlockedUser' })

export const blocksApi = new Hono<AppEnv>()
  .post(
    '/users/:uid/block',
    write('blockUser', { tag: 'users', repeat: 'toggles', tokens: true }),
    byUid,
    changes(),
    uidParam,
    doc(
      `Block or unblock a user. You can block at most ${BLOCKS_MAX} users`,
      { 200: z.object({ blocked: z.boolean() }) },
      'own_post',
      'not_found',
      'validation_failed',
    ),
    async (c) =>
      c.json({
        blocked: await toggleBlock(c.var.db, c.var.viewerId, c.req.valid('param').uid, c.var.now),
      }),
  )
  .get(
    '/settings/blocks',
    read('listBlocks', { tag: 'settings' }),
    signedIn,
    doc('List the users that you block, newest first', { 200: listOf(BlockedUserShape) }),
    query(z.object(pageQuery)),
    async (c) => {
      const request = pageRequest(c.req.valid('query'))
      return c.json(await c.var.db.read(blockedUsers(c.var.viewer, request, c.var.language)))
    },
  )
