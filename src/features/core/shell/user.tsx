import { LEVEL_FLOORS, levelOf } from '#features/core/people/level.ts'
import type { UserRef } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import { directionOf } from '#kernel/html/plain.ts'
import { AVATAR_WIDTH, atWidth } from '#kernel/image-widths.ts'
import { Icon, ProgressBar } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { avatarOf, errorsHere, hueOf, optional, viewerEnergy } from '#web/components/hooks.ts'

interface AvatarProps {
  user: UserRef
  size?: 'small' | 'large'
  /** Whether it is the avatar of the viewer: client/behaviors/account/avatar.ts updates those. */
  isOwn?: boolean
}

/**
 * The avatar image, or the first character of the name on a colour that depends on the uid. It is
 * decoration, because the name is always next to it.
 */
export function Avatar({ user, size, isOwn = false }: AvatarProps) {
  const classes = ['avatar', size].filter(Boolean).join(' ')
  if (user.avatar_url !== null)
    return (
      <img
        class={classes}
        src={size === 'large' ? user.avatar_url : atWidth(user.avatar_url, AVATAR_WIDTH)}
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

export function LevelBadge({ level }: { level: number }) {
  return <span class={`level lv${level}`}>Lv{level}</span>
}

export function AuthorName({ user }: { user: UserRef }) {
  return (
    <>
      <a class="person" href={userPath(user.uid)} dir={directionOf(user.display_name)}>
        {user.display_name}
      </a>
      <LevelBadge level={user.level} />
    </>
  )
}

/** The field for a new username. It is optional unless `required` is set. */
export function UsernameField({
  hooks,
  ...props
}: Omit<Parameters<typeof Field>[0], 'name' | 'autocomplete'>) {
  const refused = errorsHere({ codes: 'username_taken energy_negative review_pending' })
  return (
    <Field
      name="username"
      autocomplete="nickname"
      minlength={USERNAME_MIN}
      maxlength={USERNAME_MAX}
      hooks={{ ...refused, ...(!props.required && optional()), ...hooks }}
      {...props}
    />
  )
}

/** The progress to the next level, and the viewer's energy. */
export function ExpBar({
  viewer,
  text,
}: {
  viewer: Pick<Viewer, 'exp' | 'energy'>
  text: ShellText
}) {
  const level = levelOf(viewer.exp)
  const floor = LEVEL_FLOORS[level] ?? 0
  const next = LEVEL_FLOORS[level + 1]
  return (
    <div class="exp">
      <ProgressBar
        value={next === undefined ? 1 : viewer.exp - floor}
        max={next === undefined ? 1 : next - floor}
        label={text.expLabel(level)}
      />
      <p>
        <span>
          {text.exp} {next === undefined ? text.maxLevel(viewer.exp) : text.expOf(viewer.exp, next)}
        </span>
        <span class="energy">
          <Icon name="bolt" />
          {text.energy} <span {...viewerEnergy()}>{viewer.energy}</span>
        </span>
      </p>
    </div>
  )
}
