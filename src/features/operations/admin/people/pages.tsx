import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { pendingReviews } from '#features/accounts/profiles/review-list.ts'
import { searchInput } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf } from '#features/operations/admin/frame/page.tsx'
import { uidsOf } from '#features/operations/admin/frame/uids.ts'
import { openDecisions } from '#features/operations/admin/frame/waiting.ts'
import { peoplePage } from '#features/operations/admin/people/list.ts'
import { personFile } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts, profileReviewsTexts } from '#features/operations/admin/people/text.ts'
import { PeopleView } from '#features/operations/admin/people/views.tsx'
import { PersonView } from '#features/operations/admin/people/views-person.tsx'
import { ProfileReviewsView } from '#features/operations/admin/people/views-profile-reviews.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards/guards.ts'
import { pageParam, pageQuery, pageRequest, pathId, query } from '#web/validation/validate.ts'

const PeopleQuery = z.object({
  q: searchInput.catch(undefined),
  role: z.enum(['user', 'admin', 'owner']).optional().catch(undefined),
  status: z.enum(['active', 'banned', 'deleted']).optional().catch(undefined),
  invited_by: searchInput.catch(undefined),
  cursor: pageQuery.cursor,
})

export const adminPeoplePages = new Hono<AppEnv>()
  .get('/admin/users', adminPage, query(PeopleQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...typed } = c.req.valid('query')
    const asked = { ...typed, ...(await uidsOf(db, { invited_by: typed.invited_by })) }
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const { waiting, people } = await db.read({ waiting: openDecisions, people: peoplePage(asked, request, language) })
    return adminPageOf(
      c,
      { name: 'people', title: adminPeopleTexts[language].list.title, waiting },
      <PeopleView {...{ people, asked, language }} inviter={typed.invited_by} />,
    )
  })
  .get('/admin/users/:uid', adminPage, pageParam(z.object({ uid: pathId })), async (c) => {
    const { db, viewer, language, now } = c.var
    const file = await personFile(db, c.req.valid('param').uid, now, language)
    return adminPageOf(
      c,
      { name: 'people', title: file.person.display_name, waiting: file.waiting },
      <PersonView {...{ file, viewer, language }} />,
    )
  })
  .get('/admin/profiles', adminPage, query(z.object({ cursor: pageQuery.cursor })), async (c) => {
    const { db, language } = c.var
    const request = pageRequest({ limit: PAGE_SIZE, cursor: c.req.valid('query').cursor })
    const { waiting, reviews } = await db.read({ waiting: openDecisions, reviews: pendingReviews(request, language) })
    return adminPageOf(
      c,
      { name: 'profiles', title: profileReviewsTexts[language].title, waiting },
      <ProfileReviewsView {...{ reviews, language }} />,
    )
  })
