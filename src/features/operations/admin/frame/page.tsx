import type { Child, PropsWithChildren } from 'hono/jsx'
import { parse } from 'hono/utils/cookie'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Asked, group, type Results } from '#db/client.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { adminSearch, CLOSED_GROUPS, menuGroup } from '#features/operations/admin/frame/hooks.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import { openDecisions, type Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName, NeedsScript, PageHead } from '#web/components/elements.tsx'
import { pressedByKey } from '#web/components/hooks.ts'
import { SideNavButton, Tabs } from '#web/components/lists.tsx'
import { admin, owner } from '#web/guards/access.ts'

interface AdminPage {
  href: string
  /**
   * The guard of the route. It also decides which viewers see the page in the menu and in the
   * search.
   */
  guard: typeof admin | typeof owner
  /** The group of the menu that has a link to the page, or the page of which it is a tab. */
  at: { group: Group; icon: IconName } | { tabOf: string }
  /** The number of open items that the badge of the page shows. */
  waiting?: keyof Waiting
}

export type Group = keyof AdminText['groups']

/**
 * Every admin page, in the order of the menu. The routes, the menu, the tabs and the search use
 * this table.
 */
export const PAGES = {
  overview: { href: '/admin', guard: admin, at: { group: 'today', icon: 'chart' } },
  figures: { href: '/admin/figures', guard: owner, at: { group: 'today', icon: 'eye' } },
  review: {
    href: '/admin/posts',
    guard: admin,
    at: { group: 'today', icon: 'check' },
    waiting: 'pending_posts',
  },
  edits: {
    href: '/admin/posts?view=edited',
    guard: admin,
    at: { tabOf: 'review' },
    waiting: 'unseen_edits',
  },
  profiles: {
    href: '/admin/profiles',
    guard: admin,
    at: { tabOf: 'review' },
    waiting: 'pending_profiles',
  },
  reports: {
    href: '/admin/reports',
    guard: admin,
    at: { group: 'today', icon: 'flag' },
    waiting: 'open_reports',
  },
  closedReports: { href: '/admin/reports?view=closed', guard: admin, at: { tabOf: 'reports' } },
  savedReplies: { href: '/admin/reports?view=replies', guard: admin, at: { tabOf: 'reports' } },
  people: { href: '/admin/users', guard: admin, at: { group: 'people', icon: 'person' } },
  invitations: {
    href: '/admin/invitations',
    guard: owner,
    at: { group: 'people', icon: 'follow' },
  },
  signIn: { href: '/admin/sign-in', guard: owner, at: { group: 'people', icon: 'key' } },
  apps: { href: '/admin/apps', guard: owner, at: { group: 'people', icon: 'globe' } },
  posts: {
    href: '/admin/posts?view=all',
    guard: admin,
    at: { group: 'content', icon: 'page' },
  },
  comments: {
    href: '/admin/comments',
    guard: admin,
    at: { group: 'content', icon: 'comment' },
  },
  tags: { href: '/admin/tags', guard: admin, at: { group: 'content', icon: 'bullets' } },
  rules: {
    href: '/admin/content-rules',
    guard: admin,
    at: { group: 'content', icon: 'shield' },
  },
  redirects: { href: '/admin/redirects', guard: owner, at: { group: 'content', icon: 'link' } },
  identity: { href: '/admin/identity', guard: owner, at: { group: 'site', icon: 'home' } },
  look: { href: '/admin/look', guard: owner, at: { tabOf: 'identity' } },
  layout: { href: '/admin/layout', guard: owner, at: { tabOf: 'identity' } },
  pages: { href: '/admin/pages', guard: owner, at: { tabOf: 'identity' } },
  settings: {
    href: '/admin/site-settings',
    guard: owner,
    at: { group: 'site', icon: 'settings' },
  },
  webhooks: { href: '/admin/webhooks', guard: owner, at: { group: 'site', icon: 'share' } },
  mail: { href: '/admin/mail', guard: owner, at: { group: 'site', icon: 'mail' } },
  letters: { href: '/admin/letters', guard: owner, at: { tabOf: 'mail' } },
  ledger: { href: '/admin/energy/logs', guard: admin, at: { group: 'site', icon: 'bolt' } },
  energy: { href: '/admin/energy', guard: owner, at: { tabOf: 'ledger' } },
  backups: { href: '/admin/backups', guard: owner, at: { group: 'records', icon: 'download' } },
  audit: { href: '/admin/audit-log', guard: admin, at: { group: 'records', icon: 'clock' } },
  anomalies: {
    href: '/admin/anomalies',
    guard: admin,
    at: { group: 'records', icon: 'warning' },
  },
  data: { href: '/admin/data', guard: owner, at: { group: 'records', icon: 'table' } },
} as const satisfies Record<string, AdminPage>

export type AdminPageName = keyof typeof PAGES

const ENTRIES = Object.entries(PAGES) as [AdminPageName, AdminPage][]

export function pagesFor(viewer: Viewer): [AdminPageName, AdminPage][] {
  return ENTRIES.filter(([, { guard }]) => guard === admin || isOwner(viewer))
}

/** The page whose link in the menu leads to this page: itself, or the page of which it is a tab. */
export function entryOf(name: AdminPageName): AdminPageName {
  const { at }: AdminPage = PAGES[name]
  return 'tabOf' in at ? (at.tabOf as AdminPageName) : name
}

interface MenuProps {
  /** Null on a page that is not in the menu. */
  current: AdminPageName | null
  viewer: Viewer
  waiting: Waiting
  closed: readonly string[]
  language: Language
}

/**
 * On small screens the menu is a popover, which opens without JavaScript. `--rows` sets the height
 * of its rows, so that the whole menu fits on the screen.
 */
function Menu({ current, viewer, waiting, closed, language }: MenuProps) {
  const text = adminTexts[language]
  const own = current === null ? null : entryOf(current)
  const pages = pagesFor(viewer)
  const links = pages.flatMap(([name, { at, href }]) =>
    'group' in at ? { name, href, ...at, count: countIn(pages, name, waiting) } : [],
  )
  const groups = (Object.keys(text.groups) as Group[])
    .map((group) => ({ group, links: links.filter((link) => link.group === group) }))
    .filter(({ links }) => links.length > 0)
  const shown = links.find(({ name }) => name === own)
  const badge = <WaitingBadge count={countIn(pages, null, waiting)} text={text} />
  return (
    <nav aria-label={text.title}>
      <SideNavButton
        label={text.title}
        current={{
          icon: shown?.icon ?? 'menu',
          label: shown ? text.nav[shown.name] : text.menu,
          badge,
        }}
      />
      <div
        class="side-nav admin-menu"
        id="side-nav"
        popover="auto"
        style={`--rows:${links.length + groups.length}`}
      >
        <MenuSearch text={text} />
        <div class="admin-groups">
          {groups.map(({ group, links }) => (
            <details class="admin-group" open={!closed.includes(group)} {...menuGroup({ group })}>
              <summary>
                {text.groups[group]}
                <WaitingBadge
                  count={links.reduce((sum, { count }) => sum + count, 0)}
                  text={text}
                />
              </summary>
              <ul class="admin-links">
                {links.map(({ name, href, icon, count }) => (
                  <li>
                    <a
                      class="side-nav-link"
                      href={href}
                      aria-current={name === own ? 'page' : undefined}
                    >
                      <Icon name={icon} />
                      {text.nav[name]}
                      <WaitingBadge count={count} text={text} />
                    </a>
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </div>
      </div>
    </nav>
  )
}

/** The number of open items of one entry of the menu with its tabs, or of all entries. */
function countIn(
  pages: [AdminPageName, AdminPage][],
  entry: AdminPageName | null,
  waiting: Waiting,
): number {
  const counted = pages.filter(([name]) => entry === null || entryOf(name) === entry)
  return counted.reduce((sum, [, page]) => sum + (page.waiting ? waiting[page.waiting] : 0), 0)
}

/**
 * Without JavaScript the field opens a page with the results. With JavaScript client/admin/menu.ts
 * lists them below the field.
 */
function MenuSearch({ text }: { text: AdminText }) {
  return (
    <search class="admin-search">
      <form action="/admin/search">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          maxlength={QUERY_MAX}
          placeholder={text.search}
          aria-label={text.searchLabel}
          aria-keyshortcuts="/ Control+K"
          {...adminSearch()}
          {...pressedByKey({ key: '/' })}
        />
        <kbd>/</kbd>
      </form>
    </search>
  )
}

/** The heading of an entry of the menu, with its tabs if it has several. */
function Head({ current, lead, viewer, waiting, language }: Omit<AdminProps, 'closed'>) {
  if (current === null || lead === null) return null
  const text = adminTexts[language]
  const entry = entryOf(current)
  const isTab = ([name]: [AdminPageName, unknown]) => entryOf(name) === entry
  const title = titleOf(entry, text)
  if (ENTRIES.filter(isTab).length === 1) return <PageHead title={title} lead={lead} />
  const labels: Record<AdminPageName, string> = { ...text.nav, ...text.firstTabs }
  const items = pagesFor(viewer)
    .filter(isTab)
    .map(([name, { href, waiting: open }]) => ({
      href,
      label: labels[name],
      current: name === current,
      badge: <WaitingBadge count={open ? waiting[open] : 0} text={text} />,
    }))
  return (
    <>
      <PageHead title={title} />
      {items.length > 1 && <Tabs label={title} items={items} />}
    </>
  )
}

const titleOf = (name: AdminPageName, { title, nav }: AdminText) =>
  name === 'overview' ? title : nav[name]

/** The number of open items of a link, with a text for screen readers. */
function WaitingBadge({ count, text }: { count: number; text: AdminText }) {
  if (count === 0) return null
  return (
    <span class="waits count">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="visually-hidden">{text.waits(count)}</span>
    </span>
  )
}

type AdminContext = PageContext & {
  var: { viewer: Viewer }
  req: { header(name: 'cookie'): string | undefined }
}

/** `title` defaults to that of the menu. A page with the name null is not in the menu. */
type About = ({ name: AdminPageName; title?: string } | { name: null; title: string }) & {
  /** The text below the heading. Null if the page has a heading of its own. */
  lead?: string | null
  description?: string
  hasCode?: boolean
  /** Scripts in addition to that of the admin pages. */
  scripts?: readonly string[]
  status?: ContentfulStatusCode
}

/**
 * Reads the data of a page and the badges of the menu in one round trip, and responds with the page
 * inside the admin frame: `showAdminPage(c, { name: 'mail' }, { mails: mailPage(request) },
 * MailView)`.
 */
export async function showAdminPage<Data extends Asked>(
  c: AdminContext,
  about: About,
  data: Data,
  view: (props: Results<Data> & Pick<MenuProps, 'waiting' | 'language'>) => Child,
) {
  const { read, waiting } = await c.var.db.read({
    waiting: openDecisions,
    read: group(data, (read) => read),
  })
  return adminPageOf(c, about, waiting, view({ ...read, waiting, language: c.var.language }))
}

/** Responds with a page inside the admin frame, for pages that have read `waiting` themselves. */
export function adminPageOf(c: AdminContext, about: About, waiting: Waiting, view: Child) {
  const { viewer, language } = c.var
  const text = adminTexts[language]
  const { name, lead, description, hasCode = false, scripts = [], status } = about
  const title = about.name === null ? about.title : (about.title ?? titleOf(about.name, text))
  const closed = parse(c.req.header('cookie') ?? '', CLOSED_GROUPS)[CLOSED_GROUPS]?.split('.') ?? []
  return page(
    c,
    {
      title: name === 'overview' ? title : `${title} · ${text.title}`,
      ...(description && { description }),
      robots: 'noindex',
      scripts: ['admin.js', ...scripts],
      hasCode,
    },
    <Admin current={name} {...{ lead, viewer, waiting, closed, language }}>
      {view}
    </Admin>,
    status,
  )
}

type AdminProps = MenuProps & { lead: string | null | undefined }

/**
 * The frame of each admin page: on wide screens a side navigation, on small ones a button that
 * opens the same menu.
 */
function Admin({ children, ...frame }: PropsWithChildren<AdminProps>) {
  return (
    <div class="with-side-nav admin">
      {/* Only these pages use this stylesheet. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <Menu {...frame} />
      <div class="admin-main">
        <NeedsScript text={shellTexts[frame.language]} />
        <Head {...frame} />
        {children}
      </div>
    </div>
  )
}
