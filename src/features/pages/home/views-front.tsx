import type { Child } from 'hono/jsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-first-steps.tsx'
import type { FrontPage } from '#features/pages/home/front-page.ts'
import { Empty, ListBar } from '#features/pages/home/views-list.tsx'
import type { ReadsChoice } from '#features/publishing/lists/http/reads.ts'
import { postTexts } from '#features/publishing/lists/text.ts'
import { cachedRow, EAGER_COVERS } from '#features/publishing/lists/views-card.tsx'
import { followingPath, listPath } from '#features/publishing/posts/paths.ts'
import type { ListedPost } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { LinkButton } from '#web/components/elements.tsx'
import { renderedOnce } from '#web/components/memoised.ts'

interface FrontViewProps {
  front: FrontPage
  /** The heading, and the introduction for visitors. */
  head: Child
  reads: ReadsChoice
  viewer: Viewer | null
  language: Language
}

/** The home page: pinned posts, a hot post, and the newest posts in the reader's language and in the other one. */
export function FrontView({ front, head, reads, viewer, language }: FrontViewProps) {
  const text = postTexts[language]
  const { pinned, lead, posts, others } = front
  const isEmpty = pinned.length + posts.length + others.length === 0 && lead === null
  return (
    <>
      {head}
      {isNewcomer(viewer) && <FirstSteps language={language} />}
      <ListBar order="new" paths={homePaths(viewer)} reads={reads} language={language} />
      {renderedParts(front, language)}
      {isEmpty ? (
        <Empty
          body={text.list.emptySite}
          narrowed={reads === 'all' ? null : '/'}
          isPart={false}
          viewer={viewer}
          language={language}
        />
      ) : (
        <p class="pager">
          <LinkButton href="/posts" label={text.list.allPosts} />
        </p>
      )}
    </>
  )
}

// The page is made for one language.
const renderedParts = renderedOnce<FrontPage, Language>(({ pinned, lead, posts, others }, language) => {
  const text = postTexts[language]
  return (
    <>
      {(pinned.length > 0 || lead !== null) && (
        <ol class="post-list">
          {pinned.map((post) => cachedRow({ post, language, eager: true, look: 'pinned' }))}
          {lead && cachedRow({ post: lead, language, eager: true, look: 'large' })}
        </ol>
      )}
      <Part posts={posts} title={text.front.newest} isFirst language={language} />
      <Part posts={others} title={text.front.others} language={language} />
    </>
  )
})

/** The tabs. Only signed-in users have a following feed. */
export function homePaths(viewer: Viewer | null) {
  return { new: '/', hot: listPath('/posts', { sort: 'hot' }), ...(viewer && { following: followingPath('/') }) }
}

interface PartProps {
  posts: ListedPost[]
  title: string
  /** The posts continue the list above, so the heading is only for screen readers. */
  isFirst?: boolean
  language: Language
}

function Part({ posts, title, isFirst = false, language }: PartProps) {
  if (posts.length === 0) return null
  return (
    <section class="front">
      <h2 class={isFirst ? 'visually-hidden' : undefined}>{title}</h2>
      <ol class="post-list">
        {posts.map((post, index) =>
          cachedRow({
            post,
            language,
            eager: isFirst && index < EAGER_COVERS,
            look: !isFirst && index === 0 && post.cover_url ? 'large' : 'row',
            heading: 'h3',
          }),
        )}
      </ol>
    </section>
  )
}
