import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { pendingReviews } from '#features/accounts/profiles/decide.ts'
import { ignoringInvalid, searchInput, uidsOf } from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { PEOPLE_FILTERS, peoplePage } from '#features/operations/admin/people/list.ts'
import { personFile } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts, profileReviewsTexts } from '#features/operations/admin/people/text.ts'
import { PeopleView } from '#features/operations/admin/people/views.tsx'
import { PersonView } from '#features/operations/admin/people/views-person.tsx'
import { ProfileReviewsView } from '#features/operations/admin/people/views-profile-reviews.tsx'
import { adminPage } from '#web/guards/guards.ts'
import { pageParam, pageQuery, pageRequest, pathId, query } from '#web/validation/validate.ts'

const PeopleQuery = z.object({
  ...ignoringInvalid({ ...PEOPLE_FILTERS, invited_by: searchInput }),
  cursor: pageQuery.cursor,
})

export const adminPeoplePages = new Hono<AppEnv>()
  .get('/admin/users', adminPage, query(PeopleQuery), async (c) => {
    const { db, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const search = { ...asked, ...(await uidsOf(db, { invited_by: asked.invited_by })) }
    const people = peoplePage(search, pageRequest({ cursor }), language)
    const { title } = adminPeopleTexts[language].list
    return showAdminPage(c, { name: 'people', title }, { people }, ({ people }) => (
      <PeopleView {...{ people, asked, language }} />
    ))
  })
  .get('/admin/users/:uid', adminPage, pageParam(z.object({ uid: pathId })), async (c) => {
    const { db, viewer, language, now } = c.var
    const { waiting, ...file } = await personFile(db, c.req.valid('param').uid, now, language)
    const about = { name: 'people', title: file.person.display_name, waiting } as const
    return adminPageOf(c, about, <PersonView {...{ file, viewer, language }} />)
  })
  .get('/admin/profiles', adminPage, query(z.object({ cursor: pageQuery.cursor })), (c) => {
    const { language } = c.var
    const { title } = profileReviewsTexts[language]
    const reviews = pendingReviews(pageRequest(c.req.valid('query')), language)
    return showAdminPage(c, { name: 'profiles', title }, { reviews }, ({ reviews }) => (
      <ProfileReviewsView {...{ reviews, language }} />
    ))
  })
