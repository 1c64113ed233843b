import type { PropsWithChildren } from 'hono/jsx'
import type { StudioText } from '#features/pages/studio/text.ts'
import { asset } from '#web/assets.ts'
import type { IconName } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'

type StudioPage = keyof StudioText['nav']

const STUDIO_PAGES: Record<StudioPage, { href: string; icon: IconName }> = {
  overview: { href: '/studio', icon: 'studio' },
  posts: { href: '/studio/posts', icon: 'page' },
  drafts: { href: '/studio/drafts', icon: 'draft' },
  analytics: { href: '/studio/analytics', icon: 'chart' },
  import: { href: '/studio/import', icon: 'download' },
  write: { href: '/studio/write', icon: 'pen' },
}

/** The frame of every studio page: side navigation on wide screens, a row of links on small ones. */
export function Studio({ current, text, children }: PropsWithChildren<{ current: StudioPage; text: StudioText }>) {
  const pages = Object.entries(STUDIO_PAGES) as [StudioPage, (typeof STUDIO_PAGES)[StudioPage]][]
  return (
    <div class="with-side-nav">
      {/* Only studio pages load these styles. */}
      <link rel="stylesheet" href={asset('studio.css')} />
      <Tabs
        look="side-nav"
        label={text.navLabel}
        items={pages.map(([name, page]) => ({ ...page, label: text.nav[name], current: name === current }))}
      />
      <div class="studio-main">{children}</div>
    </div>
  )
}
