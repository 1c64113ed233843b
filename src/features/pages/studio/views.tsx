import type { PropsWithChildren } from 'hono/jsx'
import { quotaState, storageTexts } from '#features/core/storage/quota-message.ts'
import type { QuotaState } from '#features/core/storage/quotas.ts'
import type { StudioText } from '#features/pages/studio/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { type IconName, Notice } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'

type StudioPage = keyof StudioText['nav']

const STUDIO_PAGES: Record<StudioPage, { href: string; icon: IconName }> = {
  overview: { href: '/studio', icon: 'studio' },
  posts: { href: '/studio/posts', icon: 'page' },
  drafts: { href: '/studio/drafts', icon: 'draft' },
  series: { href: '/studio/series', icon: 'numbers' },
  analytics: { href: '/studio/analytics', icon: 'chart' },
  letters: { href: '/studio/letters', icon: 'mail' },
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

/** The quotas that are almost used up, with what the author can do. */
export function QuotaNotice({ quotas, language }: { quotas: QuotaState[]; language: Language }) {
  if (quotas.length === 0) return null
  const text = storageTexts[language]
  const isFull = quotas.some(({ used, allowed }) => used >= allowed)
  return (
    <Notice tone={isFull ? 'danger' : 'info'}>
      <p>
        <strong>{isFull ? text.fullNotice : text.notice}</strong> <span class="soft">{text.higher}</span>
      </p>
      <ul class="quotas">
        {quotas.map(({ kind, used, allowed }) => (
          <li>
            <b>
              {quotaState(kind, used, allowed, language)}
              {text.stop}
            </b>
            <span class="soft">{text.advice[kind]}</span>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
