import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { Admin, type AdminPageName } from '#features/operations/admin/frame/views.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'

interface AdminPage {
  /** The current page in the navigation. */
  name: AdminPageName
  /** Defaults to the title of the admin area. */
  title?: string
  description?: string
  waiting: Waiting
  hasCode?: boolean
  status?: ContentfulStatusCode
}

/** Responds with a page inside the admin frame: `return adminPageOf(c, { name: 'posts', … }, <PostsView … />)`. */
export function adminPageOf(
  c: PageContext & { var: { viewer: Viewer } },
  { name, title, description, waiting, hasCode = false, status }: AdminPage,
  view: Child,
) {
  const { viewer, language } = c.var
  const whole = adminTexts[language].title
  return page(
    c,
    {
      title: title === undefined ? whole : `${title} · ${whole}`,
      ...(description && { description }),
      robots: 'noindex',
      scripts: ['admin.js'],
      hasCode,
    },
    <Admin current={name} {...{ viewer, waiting, language }}>
      {view}
    </Admin>,
    status,
  )
}
