import type { UserRef } from '#features/people/shapes.ts'
import { LevelBadge } from '#web/components/level-badge.tsx'
import { personPath } from '#web/navigation.ts'

/** Who wrote it, in a line. */
export function AuthorName({ person }: { person: UserRef }) {
  return (
    <>
      <a class="person" href={personPath(person.uid)}>
        {person.display_name}
      </a>
      <LevelBadge level={person.level} />
    </>
  )
}
