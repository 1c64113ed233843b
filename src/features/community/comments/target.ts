import { sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'

/** What a comment is written under, and whom that concerns. */
export interface CommentTarget {
  post_id: number
  title: string
  post_author_id: number
  root_id: number | null
  reply_to_id: number | null
  answered_author_id: number | null
}

/** Finds nothing unless the post is public: only public posts take comments. */
export function underPost(postId: number): Statement<CommentTarget> {
  return sql`
    SELECT id AS post_id, title, author_id AS post_author_id,
      NULL AS root_id, NULL AS reply_to_id, NULL AS answered_author_id
    FROM posts WHERE id = ${postId} AND status = 'approved' AND deleted_at IS NULL`
}

/**
 * The thread of `commentId`, answering `replyToId` in it. A deleted comment cannot be answered, but a
 * deleted root leaves its thread open: the trigger comments_answer_what_is_there holds the same rule.
 */
export function answerTo(commentId: number, replyToId: number): Statement<CommentTarget> {
  return sql`
    SELECT p.id AS post_id, p.title, p.author_id AS post_author_id,
      root.id AS root_id, answered.id AS reply_to_id, answered.author_id AS answered_author_id
    FROM comments named
    JOIN comments root ON root.id = COALESCE(named.root_id, named.id)
    JOIN comments answered ON answered.id = ${replyToId} AND answered.deleted_at IS NULL
      AND COALESCE(answered.root_id, answered.id) = root.id
    JOIN posts p ON p.id = root.post_id AND p.status = 'approved' AND p.deleted_at IS NULL
    WHERE named.id = ${commentId} AND (named.deleted_at IS NULL OR named.root_id IS NULL)`
}
