import type { Child } from 'hono/jsx'
import { READS_CHOICES, type ReadsChoice, readsPath } from '#features/publishing/lists/http/reads.ts'
import type { Sort } from '#features/publishing/lists/list.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { IconName } from '#web/components/icon.tsx'
import { Tabs } from '#web/components/tabs.tsx'

export type Order = 'home' | Sort | 'following'

/** The tabs of a list and their addresses. A list of one tag or author has none for followed authors. */
export type Paths = { [Name in Order]?: string }

const ORDERS: Record<Order, IconName> = { home: 'home', new: 'clock', hot: 'flame', following: 'person' }

export interface ListBarProps {
  order: Order
  paths: Paths
  /** What the list is narrowed to; null for one that cannot be. */
  reads: ReadsChoice | null
  language: Language
}

/** Above a list: in which order, and in which language. */
export function ListBar({ order, paths, reads, language }: ListBarProps) {
  const text = postTexts[language].list
  const tabs = (Object.keys(ORDERS) as Order[]).flatMap((name) => {
    const href = paths[name]
    return href === undefined ? [] : [{ href, label: text[name], current: name === order, icon: ORDERS[name] }]
  })
  if (tabs.length === 0 && reads === null) return null
  return (
    <div class="list-bar">
      {tabs.length > 0 && <Tabs label={text.tabs} items={tabs} />}
      {reads && <ReadsSwitch reads={reads} path={paths[order] ?? '/'} language={language} />}
    </div>
  )
}

/** Remembered by the browser for every list. */
function ReadsSwitch({ reads, path, language }: { reads: ReadsChoice; path: string; language: Language }) {
  const text = postTexts[language].list
  const names: Record<ReadsChoice, Child> = {
    all: text.allLanguages,
    zh: <span lang="zh-CN">中文</span>,
    en: <span lang="en">English</span>,
  }
  return (
    <nav class="segmented" aria-label={text.reads}>
      {READS_CHOICES.map((choice) => (
        <a href={readsPath(choice, path)} rel="nofollow" aria-current={choice === reads ? 'true' : undefined}>
          {names[choice]}
        </a>
      ))}
    </nav>
  )
}
