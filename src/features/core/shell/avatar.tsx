import type { UserRef } from '#features/core/people/shapes.ts'
import { avatarOf, hueOf } from '#web/components/hooks.ts'

interface AvatarProps {
  user: UserRef
  size?: 'small' | 'large'
  /** The viewer's own avatar, which client/behaviors/account/avatar.ts updates after an upload. */
  isOwn?: boolean
}

/** The avatar image, or the first character of the name on a colour derived from the uid. Decorative: the name is always next to it. */
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
