import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { pendingReviews } from '#features/accounts/profiles/review-list.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { whatWaits } from '#features/operations/admin/frame/waiting.ts'
import { profileReviewsTexts } from '#features/operations/admin/people/text-profile-reviews.ts'
import { ProfileReviewsView } from '#features/operations/admin/people/views-profile-reviews.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validation/validate.ts'

export const adminProfileReviewsPages = new Hono<AppEnv>().get(
  '/admin/profiles',
  adminPage,
  query(z.object({ cursor: pageQuery.cursor })),
  async (c) => {
    const { db, language } = c.var
    const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.valid('query').cursor })
    const { waiting, reviews } = await db.read({ waiting: whatWaits, reviews: pendingReviews(request, language) })
    return adminPageOf(
      c,
      { name: 'profiles', title: profileReviewsTexts[language].title, waiting },
      <ProfileReviewsView {...{ reviews, language }} />,
    )
  },
)
