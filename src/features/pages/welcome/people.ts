import { sql } from 'drizzle-orm'
import { type Group, group, type Statement } from '#db/client.ts'
import { asUserRef, type PublicColumns, type UserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PopularTag, popularTags } from '#features/publishing/tags/tags.ts'
import type { Language } from '#kernel/i18n.ts'
import { tagKey } from '#kernel/post-limits.ts'

/** The tags that a new member can choose as interests. */
const TAGS_OFFERED = 24
export const INTERESTS_MAX = 6
/** Without a choice, the people of these popular tags are suggested. */
const TAGS_BY_DEFAULT = 3
const PEOPLE_PER_TAG = 4
/** The hottest posts of a tag and a language. Several may be by one author. */
const POSTS_READ = 12
const LANGUAGES = ['zh', 'en', ''] as const

export interface Suggestions {
  tags: PopularTag[]
  groups: { tag: string; people: SuggestedPerson[] }[]
}

export interface SuggestedPerson extends UserRef {
  signature: string
  i_follow: boolean
}

type PersonRow = PublicColumns & { signature: string; i_follow: 0 | 1; tag: string }

/** Authors of the hottest posts, grouped by the chosen tags, or by the most popular ones. Each author is suggested once. */
export function suggestions(viewer: Viewer, interests: string[], language: Language): Group<Suggestions> {
  return group({ tags: popularTags(TAGS_OFFERED), rows: authorsOf(viewer, interests) }, ({ tags, rows }) => {
    const groups = new Map<string, SuggestedPerson[]>()
    const seen = new Set<number>()
    for (const row of rows) {
      const people = groups.get(row.tag) ?? []
      groups.set(row.tag, people)
      if (seen.has(row.uid) || people.length === PEOPLE_PER_TAG) continue
      seen.add(row.uid)
      people.push({ ...asUserRef(row, language), signature: row.signature, i_follow: row.i_follow === 1 })
    }
    const filled = [...groups].flatMap(([tag, people]) => (people.length > 0 ? [{ tag, people }] : []))
    return { tags, groups: filled }
  })
}

function authorsOf({ uid }: Viewer, interests: string[]): Statement<PersonRow> {
  const keys = JSON.stringify(interests.slice(0, INTERESTS_MAX).map(tagKey))
  const chosen = interests.length > 0 ? sql`tag_key IN (SELECT value FROM json_each(${keys}))` : sql`posts_count > 0`
  const count = interests.length > 0 ? INTERESTS_MAX : TAGS_BY_DEFAULT
  const ranges = LANGUAGES.map(
    (language) => sql`
      SELECT author_id, hot FROM (
        SELECT author_id, hot FROM post_tags INDEXED BY post_tags_hot
        WHERE tag_key = t.tag_key AND language = ${language} ORDER BY hot DESC, post_id DESC LIMIT ${POSTS_READ})`,
  )
  return sql`
    SELECT t.name AS tag, u.uid, u.username, u.avatar_key, u.exp, u.status, u.signature,
      EXISTS (SELECT 1 FROM user_follows WHERE follower_id = ${uid} AND followed_id = u.uid) AS i_follow
    FROM (SELECT tag_key, name, posts_count FROM tags WHERE ${chosen}
      ORDER BY posts_count DESC, tag_key DESC LIMIT ${count}) t
    JOIN json_each((SELECT json_group_array(author_id) FROM (${sql.join(ranges, sql` UNION ALL `)}))) author
    JOIN users u ON u.uid = author.value
    WHERE u.uid <> ${uid} AND u.status = 'active' AND u.username IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = ${uid} AND blocked_id = u.uid)
      AND NOT EXISTS (SELECT 1 FROM user_blocks WHERE user_id = u.uid AND blocked_id = ${uid})
    ORDER BY t.posts_count DESC, t.tag_key DESC, author.key`
}
