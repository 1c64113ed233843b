import { type SQL, sql } from 'drizzle-orm'
import { type Group, group, one, type Statement } from '#db/client.ts'
import { asComment, type Comment, commentsWhere, type FullComment } from '#features/community/comments/comment.ts'
import { linkedText, type TextPart } from '#features/community/comments/linked-text.ts'
import type { ReportKind } from '#features/community/reports/target.ts'
import { asPost, fullColumns, postById } from '#features/publishing/posts/post.ts'
import type { Post } from '#features/publishing/posts/shapes.ts'
import type { Language } from '#kernel/i18n.ts'

/** Number of recent posts and comments shown for a reported user. */
const SHOWN = 5

/** A comment whose text is split at links, for rendering. */
export interface ShownComment {
  comment: Comment
  parts: TextPart[]
}

/** The reported content. Fields of other kinds are null, and so is deleted content. */
export interface ReportedContent {
  post: (Post & { reading_minutes: number }) | null
  comment: ShownComment | null
  /** The parent comment of the reported one. */
  answered: ShownComment | null
  /** Recent posts of a reported user. */
  posts: { id: number; title: string }[]
  comments: { id: number; post_id: number; body: string }[]
}

/** `id` is an SQL expression for the id of a case. */
export function reportedContentOf(id: SQL, language: Language): Group<ReportedContent> {
  const target = (kind: ReportKind) => sql`(SELECT target_id FROM report_cases WHERE id = ${id} AND kind = ${kind})`
  const asked = {
    post: one(postById(fullColumns, target('post'), sql`p.deleted_at IS NULL`)),
    comment: one(commentsWhere(sql`c.id = ${target('comment')} AND c.deleted_at IS NULL`)),
    answered: one(
      commentsWhere(sql`
        c.id = (SELECT reply_to_id FROM comments WHERE id = ${target('comment')}) AND c.deleted_at IS NULL`),
    ),
    posts: newestPosts(target('user')),
    comments: newestComments(target('user')),
  }
  return group(asked, ({ post, comment, answered, ...rest }) => ({
    post: post && { ...asPost(post, language), reading_minutes: post.reading_minutes },
    comment: comment && asShown(comment, language),
    answered: answered && asShown(answered, language),
    ...rest,
  }))
}

function newestPosts(author: SQL): Statement<ReportedContent['posts'][number]> {
  return sql`
    SELECT id, title FROM posts INDEXED BY posts_of_author_new
    WHERE author_id = ${author} AND status = 'approved' AND deleted_at IS NULL
    ORDER BY published_at DESC, id DESC LIMIT ${SHOWN}`
}

function newestComments(author: SQL): Statement<ReportedContent['comments'][number]> {
  return sql`
    SELECT id, post_id, body FROM comments INDEXED BY comments_live_of_author
    WHERE author_id = ${author} AND deleted_at IS NULL ORDER BY id DESC LIMIT ${SHOWN}`
}

function asShown(row: FullComment, language: Language): ShownComment {
  return { comment: asComment(row, null, language), parts: linkedText(row) }
}
