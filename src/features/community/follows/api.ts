import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { followStatus, toggleFollow } from '#features/community/follows/follows.ts'
import { listFollows } from '#features/community/follows/lists.ts'
import { UserRefShape } from '#features/core/people/shapes.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { optionalViewer } from '#web/guards/guards.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { pageQuery, pageRequest, query, uidParam } from '#web/validation/validate.ts'

const FollowStatusShape = z
  .object({ i_follow: z.boolean(), follows_me: z.boolean(), mutual: z.boolean() })
  .meta({ id: 'FollowStatus' })

const FollowedPersonShape = z
  .object({
    ...UserRefShape.shape,
    signature: z.string(),
    i_follow: z.boolean(),
    follows_me: z.boolean(),
    followed_at: z.iso.datetime(),
  })
  .meta({ id: 'FollowedUser' })

const paged = query(z.object(pageQuery))
const list = (summary: string) => doc(summary, { 200: listOf(FollowedPersonShape) }, 'list_private', 'not_found')

export const followsApi = new Hono<AppEnv>()
  .get(
    '/users/:uid/follow-status',
    read('getUserFollowStatus', { tag: 'users', tokens: true }),
    optionalViewer,
    uidParam,
    doc('Get the follow status of a user', { 200: FollowStatusShape }, 'not_found'),
    async (c) => c.json(await followStatus(c.var.db, c.var.viewer, c.req.valid('param').uid)),
  )
  .get(
    '/users/:uid/followers',
    read('listUserFollowers', { tag: 'users', tokens: true }),
    optionalViewer,
    uidParam,
    list('List the followers of a user'),
    paged,
    async (c) => {
      const { uid } = c.req.valid('param')
      const request = pageRequest(c.req.valid('query'))
      return c.json(await listFollows(c.var.db, c.var.viewer, uid, 'followers', request, c.var.language))
    },
  )
  .get(
    '/users/:uid/following',
    read('listUserFollowing', { tag: 'users', tokens: true }),
    optionalViewer,
    uidParam,
    list('List the users that a user follows'),
    paged,
    async (c) => {
      const { uid } = c.req.valid('param')
      const request = pageRequest(c.req.valid('query'))
      return c.json(await listFollows(c.var.db, c.var.viewer, uid, 'following', request, c.var.language))
    },
  )
  .post(
    '/users/:uid/follow',
    write('followUser', { tag: 'users', repeat: 'toggles', tokens: true }),
    byUid,
    changes('/space/:uid', '/space/:viewer'),
    uidParam,
    doc(
      'Follow or unfollow a user',
      { 200: z.object({ ...FollowStatusShape.shape, followers_count: z.int() }) },
      'self_follow',
      'not_found',
      'forbidden',
    ),
    async (c) => c.json(await toggleFollow(c.var.db, c.var.viewerId, c.req.valid('param').uid, c.var.now)),
  )
