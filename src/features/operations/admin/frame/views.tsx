import type { PropsWithChildren } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { type AdminText, adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'

export type AdminPageName = keyof AdminText['nav']

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
  ledger: { href: '/admin/energy/logs', icon: 'bolt' },
  energy: { href: '/admin/energy', icon: 'plus', onlyForOwners: true },
  identity: { href: '/admin/identity', icon: 'home', onlyForOwners: true },
  settings: { href: '/admin/site-settings', icon: 'settings', onlyForOwners: true },
  mail: { href: '/admin/mail', icon: 'page', onlyForOwners: true },
  audit: { href: '/admin/audit-log', icon: 'clock' },
}

export interface AdminFrame {
  viewer: Viewer
  waiting: Waiting
  language: Language
}

/** The frame around each admin page: side navigation on wide screens, a row of links on small ones. */
export function Admin({
  current,
  viewer,
  waiting,
  language,
  children,
}: PropsWithChildren<AdminFrame & { current: AdminPageName }>) {
  const text = adminTexts[language]
  const links = (Object.entries(LINKS) as [AdminPageName, NavigationLink][]).filter(
    ([, { onlyForOwners }]) => !onlyForOwners || isOwner(viewer),
  )
  return (
    <div class="with-side-nav admin">
      {/* No other page needs these rules, so no other page loads them. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <nav aria-label={text.navLabel}>
        <ul class="side-nav">
          {links.map(([name, { href, icon, waiting: waitingIn }]) => (
            <li>
              <a class="side-nav-link" href={href} aria-current={name === current ? 'page' : undefined}>
                <Icon name={icon} />
                {text.nav[name]}
                <Waits count={waitingIn?.(waiting) ?? 0} text={text} />
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="admin-main">
        <noscript>
          <p class="notice">{shellTexts[language].needsScript}</p>
        </noscript>
        {children}
      </div>
    </div>
  )
}

/** How much waits behind a link, said in words to those who do not see the badge. */
export function Waits({ count, text }: { count: number; text: AdminText }) {
  if (count === 0) return null
  return (
    <span class="waits">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span class="visually-hidden">{text.waits(count)}</span>
    </span>
  )
}
