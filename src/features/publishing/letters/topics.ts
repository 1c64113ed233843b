import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Database, Group } from '#db/client.ts'
import { group, one } from '#db/client.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { tagPath } from '#features/publishing/posts/post.ts'
import { AppError } from '#kernel/errors.ts'
import { text } from '#kernel/fields.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { TAG_MAX, tagKey } from '#kernel/post-limits.ts'

export const TOPIC_KINDS = ['site', 'author', 'tag', 'series'] as const
export const CADENCES = ['each', 'daily', 'weekly'] as const
export type TopicKind = (typeof TOPIC_KINDS)[number]
export type Cadence = (typeof CADENCES)[number]

/** What a reader follows by e-mail. `ref` is a uid, the key of a tag or the id of a series; empty for the site. */
export interface Topic {
  kind: TopicKind
  ref: string
}

export interface NamedTopic extends Topic {
  name: string
  path: string
}

const REF_MAX = TAG_MAX
export const TopicInput = z.object({
  kind: z.enum(TOPIC_KINDS),
  ref: z.union([text({ max: REF_MAX }), z.int().positive().transform(String)]).default(''),
})

export function topicOf({ kind, ref }: z.infer<typeof TopicInput>): Topic {
  return { kind, ref: kind === 'site' ? '' : kind === 'tag' ? tagKey(ref) : ref }
}

interface NameRow {
  uid: number | null
  username: string | null
  status: 'active' | 'banned' | 'deleted' | null
  tag: string | null
  series: string | null
}

/** The name of a topic whose columns are these. Without a row for an unknown topic. */
export const topicColumns = (kind: SQL, ref: SQL) => sql`
  (SELECT uid FROM users WHERE ${kind} = 'author' AND uid = CAST(${ref} AS INTEGER) AND ${ref} = CAST(uid AS TEXT)) AS uid,
  (SELECT username FROM users WHERE ${kind} = 'author' AND uid = CAST(${ref} AS INTEGER)) AS username,
  (SELECT status FROM users WHERE ${kind} = 'author' AND uid = CAST(${ref} AS INTEGER)) AS status,
  (SELECT name FROM tags WHERE ${kind} = 'tag' AND tag_key = ${ref}) AS tag,
  (SELECT title FROM series WHERE ${kind} = 'series' AND id = CAST(${ref} AS INTEGER) AND parts > 0) AS series`

/** Null if there is no such topic. */
export function nameTopic({ kind, ref }: Topic, row: NameRow, language: Language): NamedTopic | null {
  const { uid, username, status, tag, series } = row
  if (kind === 'site') return { kind, ref, name: texts[language].site, path: '/' }
  if (kind === 'author' && uid !== null && status !== null && status !== 'deleted')
    return { kind, ref, name: displayName({ uid, username, status }, language), path: `/space/${uid}` }
  if (kind === 'series' && series !== null) return { kind, ref, name: series, path: `/series/${ref}` }
  return kind === 'tag' && tag !== null ? { kind, ref, name: `#${tag}`, path: tagPath(tag) } : null
}

export type TopicRow = NameRow & Topic

export function namedTopic(topic: Topic, language: Language): Group<NamedTopic | null> {
  const row = sql<NameRow>`SELECT ${topicColumns(sql`${topic.kind}`, sql`${topic.ref}`)}`
  return group({ row: one(row) }, ({ row }) => row && nameTopic(topic, row, language))
}

export async function requireTopic(db: Database, topic: Topic, language: Language): Promise<NamedTopic> {
  const { named } = await db.read({ named: namedTopic(topic, language) })
  if (named === null) throw new AppError('not_found')
  return named
}

const texts = bilingual({ site: ['全站新文章', 'All new posts'] })
