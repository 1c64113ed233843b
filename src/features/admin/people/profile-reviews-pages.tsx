import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { asWaiting, totalRows } from '#features/admin/frame/waiting.ts'
import { adminPeopleTexts } from '#features/admin/people/text.ts'
import { ProfilesView } from '#features/admin/people/views-profile-reviews.tsx'
import { asReviewPage, pendingReviewsOf } from '#features/profiles/review-list.ts'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageQuery, pageRequest, query } from '#web/validate.ts'

export const adminProfileReviewsPages = new Hono<AppEnv>().get(
  '/admin/profiles',
  adminPage,
  query(z.object({ cursor: pageQuery.cursor })),
  async (c) => {
    const { db, viewer, language } = c.var
    const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.valid('query').cursor })
    const [totals, rows] = await db.batch([totalRows, pendingReviewsOf(request)])
    return page(
      c,
      {
        title: `${adminPeopleTexts[language].profiles.title} · ${adminTexts[language].title}`,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <Admin current="profiles" viewer={viewer} waiting={asWaiting(totals)} language={language}>
        <ProfilesView reviews={asReviewPage(rows, request, language)} language={language} />
      </Admin>,
    )
  },
)
