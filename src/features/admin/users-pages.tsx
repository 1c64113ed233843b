import { Hono } from 'hono'
import { z } from 'zod'
import type { AppEnv } from '#env'
import { searchInput } from '#features/admin/inputs.ts'
import { asPeoplePage, peopleOf } from '#features/admin/people.ts'
import { personFile } from '#features/admin/person.ts'
import { adminTexts } from '#features/admin/text.ts'
import { adminPeopleTexts } from '#features/admin/text-people.ts'
import { Admin } from '#features/admin/views.tsx'
import { PersonView } from '#features/admin/views-person.tsx'
import { UsersView } from '#features/admin/views-users.tsx'
import { asWaiting, totalRows } from '#features/admin/waiting.ts'
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

export const adminUsersPages = new Hono<AppEnv>()
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
