import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import {
  FollowStatusShape,
  followStatus,
  toggleFollow,
} from '#features/community/follows/follows.ts'
import { FollowedPersonShape, listFollows } from '#features/community/follows/lists.ts'
import {
  FollowedTopicsShape,
  followedTopics,
  toggleTopic,
} from '#features/community/follows/topics.ts'
import { countGain } from '#features/publishing/posts/http/count-gain.ts'
import { text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { optionalViewer, signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import {
  idParam,
  pageQuery,
  pageRequest,
  param,
  query,
  uidParam,
} from '#web/validation/validate.ts'

const FollowingShape = z.object({ following: z.boolean() })
const tagParam = param(z.object({ tag: text({ min: 1, max: TAG_MAX }) }))
const paged = query(z.object(pageQuery))
const list = (summary: string) =>
  doc(summary, { 200: listOf(FollowedPersonShape) }, 'list_private', 'not_found')

export const followsApi = new Hono<AppEnv>()
  .get(
    '/users/:uid/follow-status',
    read('getUserFollowStatus', { tag: 'users', tokens: true }),
    optionalViewer,
    uidParam,
    doc(
      'Get whether you follow a user, and whether the user follows you',
      { 200: FollowStatusShape },
      'not_found',
    ),
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
      return c.json(
        await listFollows(c.var.db, c.var.viewer, uid, 'followers', request, c.var.language),
      )
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
      return c.json(
        await listFollows(c.var.db, c.var.viewer, uid, 'following', request, c.var.language),
      )
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
      'quota_exceeded',
    ),
    async (c) => {
      const { uid } = c.req.valid('param')
      const status = await toggleFollow(c.var.db, c.var.viewerId, uid, c.var.now)
      if (status.i_follow) countGain(c, uid, 'followers')
      return c.json(status)
    },
  )
  .post(
    '/tags/:tag/follow',
    write('followTag', { tag: 'tags', repeat: 'toggles', tokens: true }),
    byUid,
    tagParam,
    doc('Follow or unfollow a tag', { 200: FollowingShape }, 'not_found', 'validation_failed'),
    async (c) => {
      const { db, viewerId, now } = c.var
      return c.json({ following: await toggleTopic(db, viewerId, c.req.valid('param'), now) })
    },
  )
  .post(
    '/series/:id/follow',
    write('followSeries', { tag: 'posts', repeat: 'toggles', tokens: true }),
    byUid,
    changes('/series/:id', '/api/series/:id'),
    idParam,
    doc(
      'Follow or unfollow a series',
      { 200: FollowingShape },
      'self_follow',
      'not_found',
      'forbidden',
      'validation_failed',
    ),
    async (c) => {
      const { db, viewerId, now } = c.var
      return c.json({
        following: await toggleTopic(db, viewerId, { series: c.req.valid('param').id }, now),
      })
    },
  )
  .get(
    '/settings/follows',
    read('listFollowedTopics', { tag: 'settings' }),
    signedIn,
    doc('List the tags and series that you follow', { 200: FollowedTopicsShape }),
    async (c) => c.json(await c.var.db.read(followedTopics(c.var.viewer.uid))),
  )
