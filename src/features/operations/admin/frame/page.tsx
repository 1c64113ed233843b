import type { Child, PropsWithChildren } from 'hono/jsx'
import { parse } from 'hono/utils/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Asked, group, type Results } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { CLOSED_GROUPS } from '#features/operations/admin/frame/hooks.ts'
import { type AdminPageName, Menu, TabbedHead } from '#features/operations/admin/frame/menu.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { NeedsScript } from '#web/components/elements.tsx'

type AdminContext = PageContext & {
  var: { viewer: Viewer }
  req: { header(name: 'cookie'): string | undefined }
}

/** The current page, or the title of a page that is not in the menu. */
type AdminPage = ({ name: AdminPageName; title?: string } | { name: null; title: string }) & {
  description?: string
  hasCode?: boolean
  status?: ContentfulStatusCode
}

/** What every view of a page gets. */
interface Shared {
  waiting: Waiting
  language: Language
}

/**
 * Reads the data of a page in one round trip and responds with the page:
 * `showAdminPage(c, { name: 'mail' }, { mails: mailPage(request) }, MailView)`.
 */
export async function showAdminPage<Data extends Asked>(
  c: AdminContext,
  about: AdminPage,
  data: Data,
  view: (props: Results<Data> & Shared) => Child,
) {
  const { read, waiting } = await c.var.db.read({ waiting: openDecisions, read: group(data, (read) => read) })
  return adminPageOf(c, about, waiting, view({ ...read, waiting, language: c.var.language }))
}

/** Responds with a page inside the admin frame. */
export function adminPageOf(c: AdminContext, about: AdminPage, waiting: Waiting, view: Child) {
  const { viewer, language } = c.var
  const { title: whole, nav } = adminTexts[language]
  const { name, description, hasCode = false, status } = about
  const title = about.name === null ? about.title : (about.title ?? nav[about.name])
  const closed = parse(c.req.header('cookie') ?? '', CLOSED_GROUPS)[CLOSED_GROUPS]?.split('.') ?? []
  return page(
    c,
    {
      title: name === 'overview' ? whole : `${title} · ${whole}`,
      ...(description && { description }),
      robots: 'noindex',
      scripts: ['admin.js'],
      hasCode,
    },
    <Admin current={name} {...{ viewer, waiting, closed, language }}>
      {view}
    </Admin>,
    status,
  )
}

interface AdminProps extends Shared {
  current: AdminPageName | null
  viewer: Viewer
  closed: readonly string[]
}

/** The frame around each admin page. */
function Admin({ children, ...menu }: PropsWithChildren<AdminProps>) {
  return (
    <div class="with-side-nav admin">
      {/* Only these pages use this stylesheet. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <Menu {...menu} />
      <div class="admin-main">
        <NeedsScript text={shellTexts[menu.language]} />
        <TabbedHead {...menu} />
        {children}
      </div>
    </div>
  )
}
