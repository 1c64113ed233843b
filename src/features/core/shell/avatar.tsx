import type { UserRef } from '#features/core/people/shapes.ts'
import { avatarOf, hueOf } from '#web/components/hooks.ts'

interface AvatarProps {
  user: UserRef
  size?: 'small' | 'large'
  /** Changes when its owner takes another picture: client/behaviors/account/avatar.ts. */
  isOwn?: boolean
}

/** The picture, or the first character of the name on a colour that stays with the person. The name always stands beside it. */
export function Avatar({ user, size, isOwn = false }: AvatarProps) {
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
        {...(isOwn && avatarOf(user))}
      />
    )
  return (
    <span class={`${classes} ${hueOf(user.uid)}`} aria-hidden="true" {...(isOwn && avatarOf(user))}>
      {[...user.display_name][0]?.toUpperCase()}
    </span>
  )
}
