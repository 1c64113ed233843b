import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { type Database, type Group, group, one, type Statement } from '#db/client.ts'
import { type CADENCES, TOPIC_KINDS } from '#db/values.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'

export type Cadence = (typeof CADENCES)[number]

/**
 * Something that a reader follows by e-mail. `ref` is a uid, the key of a tag or the id of a
 * series. It is empty for the site.
 */
export interface Topic {
  kind: (typeof TOPIC_KINDS)[number]
  ref: string
}

export interface NamedTopic extends Topic {
  name: string
  path: string
}

export const TopicInput = z.object({
  kind: z.enum(TOPIC_KINDS),
  ref: z.union([text({ max: TAG_MAX }), z.int().min(1).transform(String)]).default(''),
})

export function topicOf({ kind, ref }: z.infer<typeof TopicInput>): Topic {
  if (kind === 'site') return { kind, ref: '' }
  return { kind, ref: kind === 'tag' ? tagKey(ref) : ref }
}

export interface TopicRow extends Topic {
  username: string | null
  status: 'active' | 'banned' | 'deleted' | null
  tag: string | null
  series: string | null
}

export const topicColumns = (kind: SQL, ref: SQL) => sql`
  ${kind} AS kind, ${ref} AS ref,
  (SELECT username FROM users WHERE ${kind} = 'author' AND uid = CAST(${ref} AS INTEGER)) AS username,
  (SELECT status FROM users WHERE ${kind} = 'author' AND uid = CAST(${ref} AS INTEGER)) AS status,
  (SELECT name FROM tags WHERE ${kind} = 'tag' AND tag_key = ${ref}) AS tag,
  (SELECT title FROM series WHERE ${kind} = 'series' AND id = CAST(${ref} AS INTEGER) AND parts > 0) AS series`

/**
 * The topic with its name and path. Null if the topic does not exist: a deleted user, or a series
 * without public posts.
 */
export function nameTopic(row: TopicRow, language: Language): NamedTopic | null {
  const { kind, ref, username, status, tag, series } = row
  if (kind === 'site') return { kind, ref, name: texts[language].site, path: '/' }
  if (kind === 'tag')
    return tag === null ? null : { kind, ref, name: `#${tag}`, path: tagPath(tag) }
  if (!/^[1-9]\d*$/.test(ref)) return null
  if (kind === 'series')
    return series === null ? null : { kind, ref, name: series, path: `/series/${ref}` }
  if (status === null || status === 'deleted') return null
  return {
    kind,
    ref,
    name: displayName({ uid: Number(ref), username, status }, language),
    path: `/space/${ref}`,
  }
}

export function namedTopic({ kind, ref }: Topic, language: Language): Group<NamedTopic | null> {
  const row = sql<TopicRow>`SELECT ${topicColumns(sql`${kind}`, sql`${ref}`)}`
  return group({ row: one(row) }, ({ row }) => row && nameTopic(row, language))
}

export async function requireTopic(
  db: Database,
  topic: Topic,
  language: Language,
): Promise<NamedTopic> {
  const { named } = await db.read({ named: namedTopic(topic, language) })
  if (named === null) throw new AppError('not_found')
  return named
}

/**
 * A subscriber to several topics of a letter gets it once. Its stop link ends the subscription to
 * the first of these kinds.
 */
export const BY_PRECISION: readonly Topic['kind'][] = ['author', 'series', 'tag', 'site']

/** The topics whose subscribers get this letter, in any order. */
export function topicsOfLetter(letter: number): Statement<Topic> {
  return sql`
    SELECT 'site' AS kind, '' AS ref
    UNION SELECT 'author', CAST(author_id AS TEXT) FROM letters WHERE id = ${letter}
    UNION SELECT 'series', CAST(sp.series_id AS TEXT)
      FROM letter_posts lp JOIN series_posts sp ON sp.post_id = lp.post_id WHERE lp.letter_id = ${letter}
    UNION SELECT 'tag', json_extract(value, '$[0]')
      FROM letter_posts lp JOIN posts p ON p.id = lp.post_id, json_each(p.tags) WHERE lp.letter_id = ${letter}`
}

const texts = bilingual({ site: ['全站新文章', 'All new posts'] })
