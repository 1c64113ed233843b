import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { reactionState, toggleReaction } from '#features/community/reactions/reactions.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, read, write } from '#web/openapi/doc.ts'
import { idParam } from '#web/validation/validate.ts'

const StateShape = z.enum(['none', 'like', 'dislike'])
const ReactionShape = z.object({ state: StateShape, likes_count: z.int(), dislikes_count: z.int() })

export const reactionsApi = new Hono<AppEnv>()
  .get(
    '/posts/:id/reaction',
    read('getPostReaction', { tag: 'posts', tokens: true }),
    optionalViewer,
    idParam,
    doc(
      'Get your reaction to a post',
      { 200: ReactionShape.omit({ dislikes_count: true }) },
      'not_found',
    ),
    async (c) => c.json(await reactionState(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
  .post(
    '/posts/:id/like',
    write('likePost', { tag: 'posts', repeat: 'toggles', tokens: true }),
    byUid,
    changes('/posts/:id', '/api/posts/:id'),
    idParam,
    doc('Like a post or remove the like', { 200: ReactionShape }, 'not_found', 'quota_exceeded'),
    async (c) =>
      c.json(
        await toggleReaction(c.var.db, c.var.viewerId, c.req.valid('param').id, 'like', c.var.now),
      ),
  )
  .post(
    '/posts/:id/dislike',
    write('dislikePost', { tag: 'posts', repeat: 'toggles', tokens: true }),
    byUid,
    changes('/posts/:id', '/api/posts/:id'),
    idParam,
    doc(
      'Dislike a post or remove the dislike',
      { 200: ReactionShape },
      'not_found',
      'quota_exceeded',
    ),
    async (c) =>
      c.json(
        await toggleReaction(
          c.var.db,
          c.var.viewerId,
          c.req.valid('param').id,
          'dislike',
          c.var.now,
        ),
      ),
  )
