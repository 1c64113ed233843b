import { sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, one, type Statement } from '#db/client.ts'
import { type AuditActor, auditEntry } from '#features/core/site/audit-log.ts'
import type { DescribedTag } from '#features/publishing/posts/shapes.ts'
import { AppError } from '#kernel/errors.ts'
import { line } from '#kernel/fields.ts'
import { tagKey } from '#kernel/post-limits.ts'

export const TAG_DESCRIPTION_MAX = 300

/** Plain text. An empty text removes the description. */
export const TagDescriptionInput = z.object({ description: line({ max: TAG_DESCRIPTION_MAX }) })

/** A tag that was ever used, found by any spelling of its name. */
export function tagNamed(name: string): Statement<DescribedTag> {
  return sql`
    SELECT name, posts_count, description FROM tags LEFT JOIN tag_descriptions USING (tag_key)
    WHERE tag_key = ${tagKey(name)}`
}

/** An unchanged description adds no entry to the audit log. */
export async function describeTag(
  db: Database,
  admin: AuditActor,
  name: string,
  description: string,
  now: Date,
): Promise<DescribedTag> {
  const { tag } = await db.read({ tag: one(tagNamed(name)) })
  if (!tag) throw new AppError('not_found')
  const after = description === '' ? null : description
  if (after === tag.description) return tag
  const key = tagKey(name)
  const change = { before: { value: tag.description }, after: { value: after } }
  await db.batch([
    auditEntry(admin, { action: 'tag.describe', target: ['site_setting', `tag.${key}`], ...change }, now),
    after === null
      ? sql`DELETE FROM tag_descriptions WHERE tag_key = ${key}`
      : sql`INSERT INTO tag_descriptions (tag_key, description) VALUES (${key}, ${after})
          ON CONFLICT (tag_key) DO UPDATE SET description = excluded.description`,
  ])
  return { ...tag, description: after }
}
