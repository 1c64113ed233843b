import type { PropsWithChildren } from 'hono/jsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { LinkButton } from '#web/components/button.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import type { IconName } from '#web/components/icon.tsx'
import { componentTexts } from '#web/components/text.ts'

/** A plain link to the next page, so that lists work without JavaScript. */
export function Pager({ path, cursor, label }: { path: string; cursor: string | null; label: string }) {
  if (cursor === null) return null
  const joint = path.includes('?') ? '&' : '?'
  return (
    <nav class="pager" aria-label={label}>
      <LinkButton rel="next" href={`${path}${joint}cursor=${encodeURIComponent(cursor)}`} label={label} />
    </nav>
  )
}

interface PagedListProps {
  page: Page<unknown>
  path: string
  /** Shown if the list is empty. */
  empty: { icon: IconName; title: string; hint: string }
  language: Language
}

/** One page of a list, with a link to the next page. */
export function PagedList({ page, path, empty, language, children }: PropsWithChildren<PagedListProps>) {
  return (
    <>
      {page.items.length > 0 ? children : <EmptyState icon={empty.icon} title={empty.title} hint={empty.hint} />}
      <Pager path={path} cursor={page.next_cursor} label={componentTexts[language].loadMore} />
    </>
  )
}
