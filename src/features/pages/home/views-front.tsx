import type { Child } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import { Empty, ListBar } from '#features/pages/home/views-list.tsx'
import type { FrontPage } from '#features/publishing/lists/front-page.ts'
import type { ReadsChoice } from '#features/publishing/lists/http/reads.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { PostCards } from '#features/publishing/lists/views-card.tsx'
import { followingPath, listPath } from '#features/publishing/posts/paths.ts'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/button.tsx'

interface FrontViewProps {
  front: FrontPage
  /** The introduction for visitors. */
  head: Child
  reads: ReadsChoice
  viewer: Viewer | null
  language: Language
}

/** The home page: selected posts, with links to the full lists. */
export function FrontView({ front, head, reads, viewer, language }: FrontViewProps) {
  const text = postTexts[language].front
  const { pinned, hot, followed, newest } = front
  const isEmpty = pinned.length + hot.length + newest.length === 0
  return (
    <>
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      {head}
      <ListBar order="home" paths={viewer ? homePaths : {}} reads={reads} language={language} />
      <Part posts={pinned} title={text.pinned} isPinned language={language} />
      <Part posts={hot} title={text.hot} more={listPath('/posts', { sort: 'hot' })} isLead language={language} />
      <Part posts={followed} title={text.followed} more={homePaths.following} language={language} />
      <Part posts={newest} title={text.newest} more="/posts" language={language} />
      {isEmpty ? (
        <Empty
          body={postTexts[language].list.emptySite}
          narrowed={reads === 'all' ? null : '/'}
          isPart={false}
          viewer={viewer}
          language={language}
        />
      ) : (
        <p class="pager">
          <LinkButton href="/posts" label={postTexts[language].list.allPosts} />
        </p>
      )}
    </>
  )
}

/** Tabs for signed-in users. */
export const homePaths = { home: '/', following: followingPath('/') }

interface PartProps {
  posts: ListedPost[]
  title: string
  /** URL of the full list. */
  more?: string
  isPinned?: boolean
  /** Large cards with the image above the text. */
  isLead?: boolean
  language: Language
}

function Part({ posts, title, more, isPinned = false, isLead = false, language }: PartProps) {
  if (posts.length === 0) return null
  return (
    <section class="front">
      {/* Visually hidden, because each card already has a badge. */}
      <h2 class={isPinned ? 'visually-hidden' : undefined}>{more ? <a href={more}>{title}</a> : title}</h2>
      <PostCards posts={posts} isPinned={isPinned} isLead={isLead} language={language} />
    </section>
  )
}
