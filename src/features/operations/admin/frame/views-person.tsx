import type { UserRef } from '#features/core/people/shapes.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'

/** Who something is about, with the way to what administrators know of them. */
export function PersonLine({ person }: { person: UserRef }) {
  return (
    <a class="author-line" href={`/admin/users/${person.uid}`}>
      <Avatar user={person} />
      <span>
        <strong>{person.display_name}</strong> <LevelBadge level={person.level} />
        <small>UID {person.uid}</small>
      </span>
    </a>
  )
}
