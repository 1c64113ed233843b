import { z } from 'zod'
import { UserRefShape } from '#features/core/people/shapes.ts'

const comment = {
  id: z.int(),
  post_id: z.int(),
  root_id: z.int().nullable(),
  reply_to: UserRefShape.nullable(),
  author: UserRefShape,
  body: z.string(),
  image: z.object({ url: z.string(), width: z.int(), height: z.int() }).nullable(),
  mentions: z.array(UserRefShape),
  replies_count: z.int(),
  likes_count: z.int(),
  liked: z.boolean(),
  deleted: z.boolean(),
  created_at: z.iso.datetime(),
  edited_at: z.iso.datetime().nullable(),
  can_delete: z.boolean(),
}

export const CommentShape = z.object(comment).meta({ id: 'Comment' })
export type Comment = z.infer<typeof CommentShape>

export const CommentLikeShape = z.object({ liked: z.boolean(), likes_count: z.int() })

export const RootCommentShape = z.object({ ...comment, replies: z.array(CommentShape) }).meta({ id: 'RootComment' })
export type RootComment = z.infer<typeof RootCommentShape>
