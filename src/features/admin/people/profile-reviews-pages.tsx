import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { whatWaits } from '#features/admin/frame/waiting.ts'
import { profileReviewsTexts } from '#features/admin/people/text-profile-reviews.ts'
import { ProfileReviewsView } from '#features/admin/people/views-profile-reviews.tsx'
import { pendingReviews } from '#features/profiles/review-list.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

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
