import { type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { Statement } from '#db/client.ts'
import type { CommentRow } from '#db/schema/community.ts'
import { commentHtml, type MentionedUids } from '#features/community/comments/rendering.ts'
import { blockedBy } from '#features/core/blocks/block.ts'
import {
  asUserRef,
  imageUrl,
  type PublicColumns,
  publicColumns,
  publicJson,
  UserRefShape,
  userRefIn,
} from '#features/core/people/user-ref.ts'
import { usernameKey } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postPath } from '#features/publishing/posts/post.ts'
import type { Language } from '#kernel/i18n.ts'
import { isAdmin } from '#kernel/roles.ts'

/** From this level on, members may attach an image to a comment. */
export const COMMENT_IMAGE_LEVEL = 4

const comment = {
  id: z.int(),
  post_id: z.int(),
  root_id: z
    .int()
    .nullable()
    .describe('The id of the comment that starts the thread. Null if this comment starts it.'),
  reply_to: UserRefShape.nullable().describe(
    'The author of the reply that this comment answers. Null if it does not answer a reply.',
  ),
  author: UserRefShape,
  body: z.string().describe('The text as typed, in the Markdown of comments.'),
  html: z
    .string()
    .describe(
      'The text as safe HTML: `p`, `br`, `strong`, `em`, `code`, `pre`, `blockquote` and `a`. Its links to users and to pages of this site have no host.',
    ),
  image: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  mentions: z.array(UserRefShape),
  replies_count: z.int(),
  likes_count: z.int(),
  liked: z.boolean(),
  deleted: z
    .boolean()
    .describe(
      'True for a deleted comment that is still listed because it has replies. It has no text.',
    ),
  blocked: z
    .boolean()
    .describe('True if you block the author. Lists then leave out the text and the image.'),
  created_at: z.iso.datetime(),
  edited_at: z.iso
    .datetime()
    .nullable()
    .describe('The time of the last edit. Null if the comment was never edited.'),
  can_delete: z.boolean(),
}

export const CommentShape = z.object(comment).meta({ id: 'Comment' })
export type Comment = z.infer<typeof CommentShape>

export const CommentLikeShape = z.object({ liked: z.boolean(), likes_count: z.int() })

export const RootCommentShape = z
  .object({ ...comment, replies: z.array(CommentShape) })
  .meta({ id: 'RootComment' })
export type RootComment = z.infer<typeof RootCommentShape>

/**
 * A comment with its author, the user it replies to, its image and its mentions, as one row. All
 * column names are different.
 */
export interface FullComment extends CommentRow {
  post_author_id: number
  /** The author as JSON (`publicJson`). */
  author: string
  /**
   * The author of the answered comment as JSON. Null if the comment replies to a root or to
   * nothing.
   */
  answered: string | null
  image_key: string | null
  image_width: number | null
  image_height: number | null
  liked: 0 | 1
  /** JSON: the mentioned users, each with the name as written in the text. */
  mentioned: string
}

type Mention = PublicColumns & { name: string }

interface Selection {
  /** The source of the rows `c`, if it is not the table itself. */
  from?: SQL
  /**
   * The post, if all comments belong to one post. Its author is then read once and not once per
   * row.
   */
  postId?: number
  /** The user whose likes are marked. Null for an anonymous viewer. */
  liker?: Liker | null
}

/** A user whose likes are marked. The uid may be an SQL expression. */
export interface Liker {
  uid: number | SQL
}

/**
 * Selects comments. `which` is a condition on `c`; it may end with an ORDER BY and LIMIT that an
 * index serves.
 */
export function commentsWhere(
  which: SQL,
  { from, postId, liker = null }: Selection = {},
): Statement<FullComment> {
  return sql`
    SELECT c.*, (SELECT author_id FROM posts WHERE id = ${postId ?? sql`c.post_id`}) AS post_author_id,
      ${publicJson('a')} AS author, ${publicJson('r')} AS answered,
      ${likedBy(liker)} AS liked,
      i.key AS image_key, i.width AS image_width, i.height AS image_height,
      (SELECT json_group_array(json_object(${publicColumns('m')}, 'name', cm.name))
       FROM comment_mentions cm JOIN users m ON m.uid = cm.user_id WHERE cm.comment_id = c.id) AS mentioned
    FROM ${from ?? sql`comments c`}
    CROSS JOIN users a ON a.uid = c.author_id
    LEFT JOIN comments answered ON answered.id = c.reply_to_id AND c.reply_to_id <> c.root_id
    LEFT JOIN users r ON r.uid = answered.author_id
    LEFT JOIN images i ON i.id = c.image_id
    WHERE ${which}`
}

/**
 * The comment as this viewer gets it. A deleted root with replies becomes a placeholder without
 * author and text. A comment by a user that the viewer blocks has no text and image either, unless
 * it is unfolded.
 */
export function asComment(
  row: FullComment,
  viewer: Viewer | null,
  language: Language,
  isUnfolded = false,
): Comment {
  const isDeleted = row.deleted_at !== null
  const isBlocked = blockedBy(viewer).includes(row.author_id)
  const isHidden = isDeleted || (isBlocked && !isUnfolded)
  const mentions = isHidden ? [] : mentionsOf(row)
  return {
    id: row.id,
    post_id: row.post_id,
    root_id: row.root_id,
    reply_to: userRefIn(row.answered, language),
    author: userRefIn(row.author, language),
    body: isHidden ? '' : row.body,
    html: isHidden ? '' : commentHtml(row.body, uidsIn(mentions)),
    image: isHidden ? null : imageOf(row),
    mentions: mentions.map((user) => asUserRef(user, language)),
    replies_count: row.replies_count,
    likes_count: isDeleted ? 0 : row.likes_count,
    liked: !isDeleted && row.liked === 1,
    deleted: isDeleted,
    blocked: isBlocked,
    created_at: row.created_at,
    edited_at: isDeleted ? null : row.edited_at,
    can_delete: !isDeleted && mayDelete(row, viewer),
  }
}

/** The mentioned users without erased ones, whose name stays in the text as plain text. */
export function mentionsOf({ mentioned }: FullComment): Mention[] {
  return (JSON.parse(mentioned) as Mention[]).filter(({ status }) => status !== 'deleted')
}

function uidsIn(mentions: Mention[]): MentionedUids {
  return new Map(mentions.map(({ name, uid }) => [usernameKey(name), uid]))
}

/** The author of a comment, the author of its post and admins may delete it. */
export function mayDelete(
  row: Pick<FullComment, 'author_id' | 'post_author_id'>,
  viewer: Viewer | null,
): boolean {
  return (
    viewer !== null &&
    (viewer.uid === row.author_id || viewer.uid === row.post_author_id || isAdmin(viewer))
  )
}

/** Whether the user likes the comment. There is no lookup for an anonymous viewer. */
function likedBy(liker: Liker | null): SQL {
  if (liker === null) return sql`0`
  return sql`EXISTS (SELECT 1 FROM comment_likes l WHERE l.comment_id = c.id AND l.user_id = ${liker.uid})`
}

function imageOf({ image_key, image_width, image_height }: FullComment): Comment['image'] {
  if (image_key === null) return null
  return { url: imageUrl(image_key), width: image_width ?? 0, height: image_height ?? 0 }
}

/** The orders in which the threads of a post can be listed. */
export const ORDERS = ['new', 'old', 'top'] as const

export type Order = (typeof ORDERS)[number]

/** The page that shows only the comments. It continues the list of the page of the post. */
export const commentsPath = (postId: number, order: Order): string =>
  `${postPath(postId)}/comments?sort=${order}`

/**
 * A comment on the page of its post. The query repeats the id, because browsers do not send the
 * fragment to the server.
 */
export const linkToComment = (postId: number, id: number): string =>
  `${postPath(postId)}?comment=${id}#comment-${id}`

/** The page of one comment and the part of its thread that follows. */
export const commentPath = (postId: number, id: number): string =>
  `${postPath(postId)}/comments/${id}`
