import type { Standing } from '#features/energize/standing.ts'
import { EnergizePanel } from '#features/energize/views.tsx'
import { FavoriteButton } from '#features/favorites/views.tsx'
import type { Viewer } from '#features/people/viewer.ts'
import { postPath } from '#features/posts/paths.ts'
import type { PostCard } from '#features/posts/shapes.ts'
import type { Pressed } from '#features/reactions/reactions.ts'
import { reactionTexts } from '#features/reactions/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/icon.tsx'
import { compact } from '#web/components/stat.tsx'
import { loginPath } from '#web/navigation.ts'

export interface ReactionBarProps {
  post: PostCard
  viewer: Viewer | null
  /** Null for somebody anonymous: their page is everybody's, and every button leads to the login. */
  standing: Standing | null
  language: Language
}

/** What a reader can do about a post: like, dislike, keep it, go on to the comments, and give it energy. */
export function ReactionBar({ post, viewer, standing, language }: ReactionBarProps) {
  const text = reactionTexts[language]
  return (
    <section class="reaction-bar" aria-label={text.label}>
      <div class="reactions">
        <ReactionButton pressed="like" post={post} standing={standing} language={language} />
        <ReactionButton pressed="dislike" post={post} standing={standing} language={language} />
        <FavoriteButton post={post} standing={standing} language={language} />
        <a class="button reaction" href="#comments" title={text.comments}>
          <Icon name="comment" />
          <span data-comments-count data-count={post.comments_count}>
            {compact(post.comments_count, language)}
          </span>
          <span class="visually-hidden"> {text.comments}</span>
        </a>
      </div>
      <EnergizePanel post={post} viewer={viewer} standing={standing} language={language} />
    </section>
  )
}

type ReactionButtonProps = Pick<ReactionBarProps, 'post' | 'standing' | 'language'> & { pressed: Pressed }

/** client/behaviors/reactions.ts turns it over at once and lets the answer correct it. */
function ReactionButton({ pressed, post, standing, language }: ReactionButtonProps) {
  const text = reactionTexts[language]
  const count = pressed === 'like' ? post.likes_count : post.dislikes_count
  const inside = (
    <>
      <Icon name={pressed === 'like' ? 'heart' : 'dislike'} />
      <span data-count={count}>{compact(count, language)}</span>
      <span class="visually-hidden"> {text[pressed]}</span>
    </>
  )
  if (standing === null)
    return (
      <a class={`button reaction ${pressed}`} href={loginPath(postPath(post.id))} title={text[pressed]}>
        {inside}
      </a>
    )
  return (
    <button
      type="button"
      class={`button reaction ${pressed} needs-script`}
      title={text[pressed]}
      data-reaction={pressed}
      data-post={post.id}
      aria-pressed={standing.reaction === pressed ? 'true' : 'false'}
    >
      {inside}
    </button>
  )
}
