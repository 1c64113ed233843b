import { type SQL, sql } from 'drizzle-orm'
import { tagKey } from '#kernel/post-limits.ts'

/**
 * A condition: the tag was renamed, merged or deleted, and posts may still be moved. Lists of tags
 * leave it out.
 */
export function isAlias(key: SQL): SQL {
  return sql`EXISTS (
    SELECT 1 FROM tag_aliases a WHERE a.alias_key = ${key} AND a.tag_key IS NOT a.alias_key)`
}

/** The key of the tag that a name means now, as an SQL expression. Empty for a deleted tag. */
export function keyOfTag(name: string): SQL {
  return currentKey(sql`${tagKey(name)}`)
}

export function currentKey(key: SQL): SQL {
  return sql`COALESCE((SELECT COALESCE(a.tag_key, '') FROM tag_aliases a WHERE a.alias_key = ${key}), ${key})`
}
