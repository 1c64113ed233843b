import { reactionButton } from '#features/community/reactions/hooks.ts'
import type { Pressed, ReactionState } from '#features/community/reactions/reactions.ts'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon } from '#web/components/elements.tsx'
import { shortCount } from '#web/components/hooks.ts'

const reactionTexts = bilingual({
  like: ['赞', 'Like'],
  dislike: ['踩', 'Dislike'],
})

interface ReactionButtonProps {
  pressed: Pressed
  post: PostCard
  /** The viewer's reaction; null if anonymous: the button then links to the login. */
  reaction: ReactionState | null
  language: Language
}

/**
 * client/behaviors/optimistic-buttons.ts updates the button optimistically and corrects it from the
 * response.
 */
export function ReactionButton({ pressed, post, reaction, language }: ReactionButtonProps) {
  const text = reactionTexts[language]
  const count = pressed === 'like' ? post.likes_count : post.dislikes_count
  const inside = (
    <>
      <Icon name={pressed === 'like' ? 'heart' : 'dislike'} />
      <span {...shortCount({ count })}>{compact(count, language)}</span>
      <span class="visually-hidden"> {text[pressed]}</span>
    </>
  )
  if (reaction === null)
    return (
      <a
        class={`button reaction ${pressed}`}
        href={loginPath(postPath(post.id))}
        title={text[pressed]}
      >
        {inside}
      </a>
    )
  return (
    <button
      type="button"
      class={`button reaction ${pressed} needs-script`}
      title={text[pressed]}
      {...reactionButton({ pressed, post: post.id })}
      aria-pressed={reaction === pressed ? 'true' : 'false'}
    >
      {inside}
    </button>
  )
}
