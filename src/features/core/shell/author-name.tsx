import type { UserRef } from '#features/core/people/shapes.ts'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { userPath } from '#features/core/shell/navigation.ts'

export function AuthorName({ user }: { user: UserRef }) {
  return (
    <>
      <a class="person" href={userPath(user.uid)}>
        {user.display_name}
      </a>
      <LevelBadge level={user.level} />
    </>
  )
}
