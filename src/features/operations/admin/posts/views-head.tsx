import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { Waits } from '#features/operations/admin/frame/views.tsx'
import type { Waiting } from '#features/operations/admin/frame/waiting.ts'
import { adminPostsTexts } from '#features/operations/admin/posts/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { PageHead } from '#web/components/page-head.tsx'
import { Tabs } from '#web/components/tabs.tsx'

export type PostsViewName = 'review' | 'edited' | 'all'

interface PostsHeadProps {
  view: PostsViewName
  waiting: Waiting
  language: Language
}

export function PostsHead({ view, waiting, language }: PostsHeadProps) {
  const text = adminPostsTexts[language]
  const badge = (count: number) => <Waits count={count} text={adminTexts[language]} />
  return (
    <>
      <PageHead title={text.title} />
      <Tabs
        label={text.views}
        items={[
          {
            href: '/admin/posts',
            label: text.review,
            current: view === 'review',
            badge: badge(waiting.pending_posts),
          },
          {
            href: '/admin/posts?view=edited',
            label: text.edited,
            current: view === 'edited',
            badge: badge(waiting.unseen_edits),
          },
          { href: '/admin/posts?view=all', label: text.all, current: view === 'all' },
        ]}
      />
    </>
  )
}
