import { commentsCount } from '#features/community/comments/hooks.ts'
import { EnergizeMenu } from '#features/community/energize/views.tsx'
import { FavoriteButton } from '#features/community/favorites/views.tsx'
import { ReactionButton } from '#features/community/reactions/views.tsx'
import { ReportButton, ReportLink } from '#features/community/reports/views.tsx'
import { mayInteract } from '#features/core/blocks/block.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { offlineButton } from '#features/core/shell/hooks.ts'
import { shareButton } from '#features/pages/reading/hooks.ts'
import type { Reading, ViewerState } from '#features/pages/reading/reading.ts'
import { readingTexts } from '#features/pages/reading/text.ts'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { compact } from '#web/components/compact.ts'
import { Button, Icon } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'

interface ToolsProps {
  post: Reading['post']
  viewer: Viewer | null
  language: Language
}

export function PostTools({ post, viewer, language }: ToolsProps) {
  const { id, author } = post
  if (viewer === null) return <ReportLink kind="post" next={postPath(id)} language={language} />
  if (viewer.status !== 'active') return null
  const { saveOffline } = readingTexts[language]
  return (
    <>
      {/* client/behaviors/app.ts shows the button if the browser can save posts. */}
      <Button
        {...offlineButton()}
        hidden
        aria-pressed="false"
        kind="small"
        icon="download"
        label={saveOffline}
      />
      {viewer.uid !== author.uid && (
        <ReportButton kind="post" id={id} author={author} language={language} />
      )}
    </>
  )
}

interface ReactionBarProps {
  post: PostCard
  viewer: Viewer | null
  /**
   * Null for anonymous readers. They share one cached page, on which every button links to the
   * login.
   */
  viewerState: ViewerState | null
  language: Language
}

/** The buttons below a post: like, dislike, favourite, comments and energize. */
export function ReactionBar({ post, viewer, viewerState, language }: ReactionBarProps) {
  const text = readingTexts[language]
  const { reaction, favorited, given } = viewerState ?? ANONYMOUS
  return (
    <section class="reactions" id="reactions" aria-label={text.reactions}>
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
      {/* On phones the bar stays at the lower edge, far from the other share button. */}
      <button
        type="button"
        class="button reaction share-here"
        aria-label={text.share}
        hidden
        {...shareButton({ title: post.title })}
      >
        <Icon name="share" />
      </button>
      {(!viewerState || mayInteract('energize', viewerState.between)) && (
        <EnergizeMenu post={post} viewer={viewer} given={given} language={language} />
      )}
    </section>
  )
}

const ANONYMOUS = { reaction: null, favorited: null, given: null }
