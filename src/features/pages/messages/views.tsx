import { CATEGORIES, type Category } from '#features/core/notifications/kinds.ts'
import type { Notification, Unread } from '#features/core/notifications/shapes.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import { UnreadCount } from '#features/core/shell/unread-count.tsx'
import type { MessagesText } from '#features/pages/messages/text.ts'
import { NoMessages } from '#features/pages/messages/views-empty.tsx'
import { NoticeItem } from '#features/pages/messages/views-item.tsx'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { asset } from '#web/assets.ts'
import { Icon, PageHead } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Pager, Tabs } from '#web/components/lists.tsx'

interface MessagesViewProps {
  category: Category | 'all'
  notices: Page<Notification>
  unread: Unread
  isFirstPage: boolean
  viewer: Viewer
  language: Language
  text: MessagesText
  shell: ShellText
}

export function MessagesView(props: MessagesViewProps) {
  const { category, notices, unread, isFirstPage, viewer, language, text, shell } = props
  return (
    <div class="messages">
      {/* Only this page uses this stylesheet. */}
      <link rel="stylesheet" href={asset('messages.css')} />
      <PageHead title={text.title}>
        {unread.unread > 0 && viewer.status === 'active' && <ReadAll text={text} />}
        <a class="button quiet icon" href="/settings?tab=notifications" aria-label={text.preferences}>
          <Icon name="settings" />
        </a>
      </PageHead>
      <Categories {...{ category, unread, text, shell }} />
      {!isFirstPage && (
        <p class="to-newest">
          <a href={pathOf(category)}>{text.toNewest}</a>
        </p>
      )}
      {notices.items.length === 0 && isFirstPage ? (
        <NoMessages {...{ category, viewer, text, language }} />
      ) : (
        <ol class="notices" id="notices" aria-label={text.listLabel}>
          {notices.items.map((item) => (
            <NoticeItem {...{ item, text, language }} />
          ))}
        </ol>
      )}
      {notices.items.length === 0 && !isFirstPage && <p class="faint">{text.end}</p>}
      <Pager path={pathOf(category)} cursor={notices.next_cursor} label={shell.loadMore} />
    </div>
  )
}

function ReadAll({ text }: { text: MessagesText }) {
  return (
    <ApiButton api="POST /api/messages/read-all" after="reload" toast={text.readAllDone}>
      <Icon name="check" />
      {text.readAll}
    </ApiButton>
  )
}

function Categories({
  category,
  unread,
  text,
  shell,
}: Pick<MessagesViewProps, 'category' | 'unread' | 'text' | 'shell'>) {
  const counts = { all: unread.unread, ...unread.by_category }
  return (
    <Tabs
      label={text.categoriesLabel}
      items={(['all', ...CATEGORIES] as const).map((name) => ({
        href: pathOf(name),
        label: text.categories[name],
        current: name === category,
        badge: <UnreadCount of={name} count={counts[name]} text={shell} />,
      }))}
    />
  )
}

function pathOf(category: Category | 'all'): string {
  return category === 'all' ? '/messages' : `/messages?category=${category}`
}
