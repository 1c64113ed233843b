import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { approveProfile, asDecidedReview, PROFILE_REASON_MAX, rejectProfile } from '#features/profiles/decide.ts'
import { pendingReviews } from '#features/profiles/review-list.ts'
import { DecidedReviewShape, ProfileReviewShape } from '#features/profiles/shapes.ts'
import { text } from '#kernel/fields.ts'
import { administratorOf } from '#web/administrator.ts'
import { doc } from '#web/doc.ts'
import { admin } from '#web/guards.ts'
import { changesPages } from '#web/post-changed.ts'
import { listOf } from '#web/shapes.ts'
import { idParam, json, pageQuery, pageRequest, query } from '#web/validate.ts'

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
