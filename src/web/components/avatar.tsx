import type { UserRef } from '#features/people/shapes.ts'
import { avatarOf, hueOf } from '#web/components/hooks.ts'

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
    <span class={`${classes} ${hueOf(user.uid)}`} aria-hidden="true" {...avatarOf(user)}>
      {[...user.display_name][0]?.toUpperCase()}
    </span>
  )
}
