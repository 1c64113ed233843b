import { blockTexts } from '#features/core/blocks/text.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { SpaceOwner } from '#features/pages/space/space.ts'
import { spaceTexts } from '#features/pages/space/text.ts'
import { tabPath } from '#features/pages/space/views.tsx'
import { PostList } from '#features/publishing/lists/views-card.tsx'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Pager } from '#web/components/pager.tsx'

interface ArticlesProps {
  owner: SpaceOwner
  posts: Page<ListedPost>
  isFirstPage: boolean
  language: Language
}

export function ArticlesTab({ owner, posts, isFirstPage, language }: ArticlesProps) {
  const text = spaceTexts[language]
  if (posts.items.length > 0) {
    return (
      <>
        <PostList posts={posts.items} language={language} />
        <Pager path={tabPath(owner, 'articles')} cursor={posts.next_cursor} label={shellTexts[language].loadMore} />
      </>
    )
  }
  if (owner.between.iBlock) {
    const { noArticles, noArticlesHint } = blockTexts[language]
    return (
      <EmptyState icon="eyeShut" title={noArticles}>
        {noArticlesHint}
      </EmptyState>
    )
  }
  if (!isFirstPage) return <p class="faint">{text.noMore}</p>
  const write = (
    <a class="button primary" href="/studio/write">
      {text.write}
    </a>
  )
  return (
    <EmptyState icon="page" title={text.noArticles} {...(owner.isViewer && { actions: write })}>
      {owner.isViewer ? text.noArticlesOwn : owner.isGone ? '' : text.noArticlesOther}
    </EmptyState>
  )
}
