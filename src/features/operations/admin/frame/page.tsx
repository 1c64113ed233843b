import type { Child, PropsWithChildren } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Asked, group, type Results } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { asset } from '#web/assets.ts'
import { type IconName, NeedsScript } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'

type AdminContext = PageContext & { var: { viewer: Viewer } }

interface AdminPage {
  /** The current page in the navigation. */
  name: AdminPageName
  /** Defaults to the name in the navigation. */
  title?: string
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
  const { name, title = nav[name], description, hasCode = false, status } = about
  return page(
    c,
    {
      title: name === 'overview' ? whole : `${title} · ${whole}`,
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

type AdminPageName = keyof AdminText['nav']

interface NavigationLink {
  href: string
  icon: IconName
  onlyForOwners?: true
  waiting?: (waiting: Waiting) => number
}

const LINKS: Record<AdminPageName, NavigationLink> = {
  overview: { href: '/admin', icon: 'chart' },
  posts: {
    href: '/admin/posts',
    icon: 'page',
    waiting: ({ pending_posts, unseen_edits }) => pending_posts + unseen_edits,
  },
  reports: { href: '/admin/reports', icon: 'flag', waiting: ({ open_reports }) => open_reports },
  profiles: { href: '/admin/profiles', icon: 'at', waiting: ({ pending_profiles }) => pending_profiles },
  comments: { href: '/admin/comments', icon: 'comment' },
  people: { href: '/admin/users', icon: 'person' },
  invitations: { href: '/admin/invitations', icon: 'follow', onlyForOwners: true },
  rules: { href: '/admin/content-rules', icon: 'shield' },
  anomalies: { href: '/admin/anomalies', icon: 'warning' },
  ledger: { href: '/admin/energy/logs', icon: 'bolt' },
  energy: { href: '/admin/energy', icon: 'plus', onlyForOwners: true },
  identity: { href: '/admin/identity', icon: 'home', onlyForOwners: true },
  settings: { href: '/admin/site-settings', icon: 'settings', onlyForOwners: true },
  redirects: { href: '/admin/redirects', icon: 'link', onlyForOwners: true },
  signIn: { href: '/admin/sign-in', icon: 'key', onlyForOwners: true },
  apps: { href: '/admin/apps', icon: 'globe', onlyForOwners: true },
  mail: { href: '/admin/mail', icon: 'mail', onlyForOwners: true },
  audit: { href: '/admin/audit-log', icon: 'clock' },
}

interface AdminProps extends Shared {
  current: AdminPageName
  viewer: Viewer
}

/** The frame around each admin page: side navigation on wide screens, a row of links on small ones. */
function Admin({ current, viewer, waiting, language, children }: PropsWithChildren<AdminProps>) {
  const text = adminTexts[language]
  const links = (Object.entries(LINKS) as [AdminPageName, NavigationLink][]).filter(
    ([, { onlyForOwners }]) => !onlyForOwners || isOwner(viewer),
  )
  return (
    <div class="with-side-nav admin">
      {/* Only these pages use this stylesheet. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <Tabs
        look="side-nav"
        label={text.navLabel}
        items={links.map(([name, { href, icon, waiting: waitingIn }]) => ({
          href,
          icon,
          label: text.nav[name],
          current: name === current,
          badge: <WaitingBadge count={waitingIn?.(waiting) ?? 0} text={text} />,
        }))}
      />
      <div class="admin-main">
        <NeedsScript text={shellTexts[language]} />
        {children}
      </div>
    </div>
  )
}

/** The number of open items of a link, with a text for screen readers. */
export function WaitingBadge({ count, text }: { count: number; text: AdminText }) {
  if (count === 0) return null
  return (
    <span class="waits">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="visually-hidden">{text.waits(count)}</span>
    </span>
  )
}
