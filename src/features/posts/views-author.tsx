import type { UserRef } from '#features/people/shapes.ts'
import { LevelBadge } from '#web/components/level-badge.tsx'
import { userPath } from '#web/navigation.ts'

/** Who wrote it, in a line. */
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
