import type { UserRef } from '#features/people/shapes.ts'
import { avatarOf } from '#web/components/hooks.ts'

const HUES = 6

/** The picture, or the first character of the name on a colour that stays with the person. The name always stands beside it. */
export function Avatar({ user, size }: { user: UserRef; size?: 'small' | 'large' }) {
  const classes = ['avatar', size].filter(Boolean).join(' ')
  if (user.avatar_url !== null)
    return (
      <img
        class={classes}
        src={user.avatar_url}
        alt=""
        width="72"
        height="72"
        loading="lazy"
        decoding="async"
        {...avatarOf(user)}
      />
    )
  return (
    <span class={`${classes} hue${user.uid % HUES}`} aria-hidden="true" {...avatarOf(user)}>
      {[...user.display_name][0]?.toUpperCase()}
    </span>
  )
}
