import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { adminPageOf } from '#features/admin/frame/page.tsx'
import { asWaiting, totalRows } from '#features/admin/frame/waiting.ts'
import { profileReviewsTexts } from '#features/admin/people/text-profile-reviews.ts'
import { ProfileReviewsView } from '#features/admin/people/views-profile-reviews.tsx'
import { asReviewPage, pendingReviewsOf } from '#features/profiles/review-list.ts'
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
    const [totals, rows] = await db.batch([totalRows, pendingReviewsOf(request)])
    return adminPageOf(
      c,
      { name: 'profiles', title: profileReviewsTexts[language].title, waiting: asWaiting(totals) },
      <ProfileReviewsView reviews={asReviewPage(rows, request, language)} language={language} />,
    )
  },
)
