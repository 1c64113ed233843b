import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { searchInput } from '#features/admin/frame/inputs.ts'
import { adminTexts } from '#features/admin/frame/text.ts'
import { Admin } from '#features/admin/frame/views.tsx'
import { asWaiting, totalRows } from '#features/admin/frame/waiting.ts'
import { asPeoplePage, peopleOf } from '#features/admin/people/list.ts'
import { personFile } from '#features/admin/people/person.ts'
import { adminPeopleTexts } from '#features/admin/people/text.ts'
import { UsersView } from '#features/admin/people/views.tsx'
import { PersonView } from '#features/admin/people/views-person.tsx'
import { PAGE_SIZE } from '#kernel/paging.ts'
import { adminPage } from '#web/guards.ts'
import { page } from '#web/page.tsx'
import { pageParam, pageQuery, pageRequest, pathId, query } from '#web/validate.ts'

const UsersQuery = z.object({
  q: searchInput.catch(undefined),
  role: z.enum(['user', 'admin', 'owner']).optional().catch(undefined),
  status: z.enum(['active', 'banned', 'deleted']).optional().catch(undefined),
  cursor: pageQuery.cursor,
})

export const adminPeoplePages = new Hono<AppEnv>()
  .get('/admin/users', adminPage, query(UsersQuery), async (c) => {
    const { db, viewer, language } = c.var
    const { cursor, ...asked } = c.req.valid('query')
    const request = pageRequest({ limit: PAGE_SIZE, cursor })
    const [totals, rows] = await db.batch([totalRows, peopleOf(asked, request)])
    const people = asPeoplePage(rows, request, language)
    return page(
      c,
      {
        title: `${adminPeopleTexts[language].users.title} · ${adminTexts[language].title}`,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <Admin current="users" viewer={viewer} waiting={asWaiting(totals)} language={language}>
        <UsersView {...{ people, asked, language }} />
      </Admin>,
    )
  })
  .get('/admin/users/:uid', adminPage, pageParam(z.object({ uid: pathId })), async (c) => {
    const { db, viewer, language, now } = c.var
    const file = await personFile(db, c.req.valid('param').uid, now, language)
    return page(
      c,
      {
        title: `${file.person.display_name} · ${adminTexts[language].title}`,
        robots: 'noindex',
        scripts: ['admin.js'],
      },
      <Admin current="users" viewer={viewer} waiting={file.waiting} language={language}>
        <PersonView {...{ file, viewer, language }} />
      </Admin>,
    )
  })
