import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import {
  approveProfile,
  asDecidedReview,
  PROFILE_REASON_MAX,
  rejectProfile,
} from '#features/accounts/profiles/decide.ts'
import { pendingReviews } from '#features/accounts/profiles/review-list.ts'
import { DecidedReviewShape, ProfileReviewShape } from '#features/accounts/profiles/shapes.ts'
import { administratorOf } from '#features/core/site/administrator.ts'
import { text } from '#kernel/fields.ts'
import { changesPages } from '#web/cache/edge-cache.ts'
import { admin } from '#web/guards/guards.ts'
import { doc, listOf } from '#web/openapi/doc.ts'
import { idParam, json, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const adminProfileReviewsApi = new Hono<AppEnv>()
  .get(
    '/admin/profile-reviews',
    admin,
    doc('Profile changes that wait for a decision, the oldest first', { 200: listOf(ProfileReviewShape) }),
    query(z.object(pageQuery)),
    async (c) => c.json(await c.var.db.read(pendingReviews(pageRequest(c.req.valid('query')), c.var.language))),
  )
  .post(
    '/admin/profile-reviews/:id/approve',
    admin,
    changesPages,
    idParam,
    doc('Let a profile change take effect', { 200: DecidedReviewShape }, 'not_found', 'invalid_transition'),
    async (c) => {
      const review = await approveProfile(c.var.db, administratorOf(c), c.req.valid('param').id, c.var.now)
      return c.json(asDecidedReview(review, c.var.language))
    },
  )
  .post(
    '/admin/profile-reviews/:id/reject',
    admin,
    idParam,
    doc(
      'Turn a profile change down; its cost comes back',
      { 200: DecidedReviewShape },
      'not_found',
      'invalid_transition',
    ),
    json(z.object({ reason: text({ max: PROFILE_REASON_MAX }).optional() })),
    async (c) => {
      const reason = c.req.valid('json').reason || null
      const review = await rejectProfile(c.var.db, administratorOf(c), c.req.valid('param').id, reason, c.var.now)
      return c.json(asDecidedReview(review, c.var.language))
    },
  )
