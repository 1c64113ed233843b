import { sql } from 'drizzle-orm'
import { found, type Group, group, type Statement } from '#db/client.ts'
import type { ReportCase } from '#db/schema/community.ts'
import type { User } from '#db/schema/core.ts'
import { commentsWhere, type FullComment } from '#features/community/comments/comment.ts'
import { imageKeysIn, type RawContent } from '#features/publishing/posts/content.ts'
import { rawContentOf } from '#features/publishing/posts/create.ts'
import { fullColumns, isPublic, postById } from '#features/publishing/posts/post.ts'
import { summaryOf } from '#kernel/html/plain.ts'

export type CopiedComment = Pick<FullComment, 'body' | 'image_key' | 'image_width' | 'image_height'>
export type CopiedProfile = Pick<User, 'username' | 'signature' | 'avatar_key'>

/** The content of a target at the time of a report. */
export interface ReportedContent {
  /** The user responsible for the target. */
  subject: number
  title: string
  excerpt: string
  parts: RawContent | CopiedComment | CopiedProfile
  imageKeys: string[]
}

/** `not_found` unless the target is public: deleted or hidden content cannot be reported. */
export function reportedContentOf({ kind, id }: ReportTarget): Group<ReportedContent> {
  switch (kind) {
    case 'post':
      return group({ row: found(postById(fullColumns, id, isPublic)) }, ({ row }) => {
        const parts = rawContentOf(row)
        const { title, body, coverUrl } = parts
        return {
          subject: row.author_id,
          title,
          excerpt: summaryOf(body),
          parts,
          imageKeys: imageKeysIn(body, coverUrl),
        }
      })
    case 'comment':
      return group({ row: found(publicComment(id)) }, ({ row }) => commentContent(row))
    case 'user':
      return group({ row: found(profile(id)) }, ({ row }) => {
        const parts = profileParts(row)
        const { username, signature, avatar_key } = parts
        return { subject: id, title: username ?? '', excerpt: signature, parts, imageKeys: keysOf(avatar_key) }
      })
  }
}

export function commentContent(comment: CopiedComment & { author_id: number }): ReportedContent {
  const parts = commentParts(comment)
  return { subject: comment.author_id, title: '', excerpt: parts.body, parts, imageKeys: keysOf(parts.image_key) }
}

export function commentParts({ body, image_key, image_width, image_height }: CopiedComment): CopiedComment {
  return { body, image_key, image_width, image_height }
}

export function profileParts({ username, signature, avatar_key }: CopiedProfile): CopiedProfile {
  return { username, signature, avatar_key }
}

function publicComment(id: number) {
  const isOnPublicPost = sql`EXISTS (SELECT 1 FROM posts p WHERE p.id = c.post_id AND ${isPublic})`
  return commentsWhere(sql`c.id = ${id} AND c.deleted_at IS NULL AND ${isOnPublicPost}`)
}

function profile(uid: number) {
  return sql<CopiedProfile>`
    SELECT username, signature, avatar_key FROM users WHERE uid = ${uid} AND status <> 'deleted'`
}

function keysOf(key: string | null): string[] {
  return key === null ? [] : [key]
}

export type ReportKind = ReportCase['kind']

export interface ReportTarget {
  kind: ReportKind
  id: number
}

/** The page to report a target without JavaScript. */
export function reportPath({ kind, id }: ReportTarget): string {
  return `/report/${kind}/${id}`
}

/** The open case that further reports of a target join. `id` may be an SQL expression. */
export function openCaseOf({ kind, id }: { kind: ReportKind; id: number | Statement }): Statement<{ id: number }> {
  return sql`SELECT id FROM report_cases WHERE kind = ${kind} AND target_id = ${id} AND decision IS NULL`
}
