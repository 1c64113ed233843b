import type { PropsWithChildren } from 'hono/jsx'
import type { StudioText } from '#features/studio/text.ts'
import { asset } from '#web/assets.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'

export type StudioPlace = keyof StudioText['nav']

const PLACES: Record<StudioPlace, { href: string; icon: IconName }> = {
  overview: { href: '/studio', icon: 'studio' },
  posts: { href: '/studio/posts', icon: 'page' },
  drafts: { href: '/studio/drafts', icon: 'draft' },
  analytics: { href: '/studio/analytics', icon: 'chart' },
  write: { href: '/studio/write', icon: 'pen' },
}

/** The studio around each of its pages: side navigation on wide screens, a row of links on small ones. */
export function Studio({ current, text, children }: PropsWithChildren<{ current: StudioPlace; text: StudioText }>) {
  const places = Object.entries(PLACES) as [StudioPlace, (typeof PLACES)[StudioPlace]][]
  return (
    <div class="with-side-nav">
      {/* No other page needs these rules, so no other page loads them. */}
      <link rel="stylesheet" href={asset('studio.css')} />
      <nav aria-label={text.navLabel}>
        <ul class="side-nav">
          {places.map(([name, { href, icon }]) => (
            <li>
              <a class="side-nav-link" href={href} aria-current={name === current ? 'page' : undefined}>
                <Icon name={icon} />
                {text.nav[name]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="studio-main">{children}</div>
    </div>
  )
}
