import { commentsCount } from '#features/community/comments/hooks.ts'
import { EnergizeMenu } from '#features/community/energize/views.tsx'
import { FavoriteButton } from '#features/community/favorites/views.tsx'
import { ReactionButton } from '#features/community/reactions/views.tsx'
import { mayTouch } from '#features/core/blocks/touch.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { readingTexts } from '#features/pages/reading/text.ts'
import type { ViewerState } from '#features/pages/reading/viewer-state.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Icon } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'

interface ReactionBarProps {
  post: PostCard
  viewer: Viewer | null
  /** Null for anonymous readers: they share one cached page, and every button links to the login. */
  viewerState: ViewerState | null
  language: Language
}

/** Buttons below a post: like, dislike, favourite, comments and energize. */
export function ReactionBar({ post, viewer, viewerState, language }: ReactionBarProps) {
  const text = readingTexts[language]
  const { reaction, favorited, given } = viewerState ?? ANONYMOUS
  return (
    <section class="reactions" aria-label={text.reactions}>
      <ReactionButton pressed="like" post={post} reaction={reaction} language={language} />
      <ReactionButton pressed="dislike" post={post} reaction={reaction} language={language} />
      <FavoriteButton post={post} favorited={favorited} language={language} />
      <a class="button reaction to-comments" href="#comments" title={text.comments}>
        <Icon name="comment" />
        <span {...commentsCount()} {...shortCount({ count: post.comments_count })}>
          {compact(post.comments_count, language)}
        </span>
        <span class="visually-hidden"> {text.comments}</span>
      </a>
      {(!viewerState || mayTouch('energize', viewerState.between)) && (
        <EnergizeMenu post={post} viewer={viewer} given={given} language={language} />
      )}
    </section>
  )
}

const ANONYMOUS = { reaction: null, favorited: null, given: null }
