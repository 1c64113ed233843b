import { sql } from 'drizzle-orm'
import { type Group, group } from '#db/client.ts'
import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { NUMBERS, numberOf } from '#features/core/site/settings.ts'
import { isAlias } from '#features/publishing/tags/aliases.ts'
import type { Tag } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, fieldProblemWith } from '#kernel/fields.ts'
import { isAdmin } from '#kernel/roles.ts'

/** Only staff can create tags. */
const STAFF_ONLY = NUMBERS['tags.create_level'].max

/**
 * Refuses tags that do not exist if the viewer has not reached the level of the setting
 * `tags.create_level`. Admins may always create tags. A tag that an admin deleted does not exist;
 * a synonym does.
 */
export function requireKnownTags(
  { exp, role }: Pick<Viewer, 'exp' | 'role'>,
  tags: readonly Tag[],
): Group<void> | null {
  if (isAdmin({ role }) || tags.length === 0) return null
  const unknown = sql<{ tag_key: string }>`
    SELECT value ->> 0 AS tag_key FROM json_each(${JSON.stringify(tags)})
    WHERE NOT EXISTS (SELECT 1 FROM tags WHERE tag_key = value ->> 0 AND NOT ${isAlias(sql`tags.tag_key`)})
      AND NOT EXISTS (SELECT 1 FROM tag_aliases WHERE alias_key = value ->> 0 AND tag_key IS NOT NULL)`
  return group({ level: numberOf('tags.create_level'), unknown }, ({ level, unknown }) => {
    if (unknown.length === 0 || (level < STAFF_ONLY && levelOf(exp) >= level)) return
    const tags =
      level === STAFF_ONLY
        ? fieldProblem('tag_is_new_for_staff')
        : fieldProblemWith('tag_is_new', level)
    throw new AppError('validation_failed', { fields: { tags } })
  })
}
