import * as z from 'zod'
import { UserRefShape } from '#features/core/people/shapes.ts'
import { PostCardShape, PostShape, PostStatusShape } from '#features/publishing/posts/shapes.ts'

const moment = z.iso.datetime()

const underReview = {
  version: z.int(),
  reject_reason: z.string().nullable(),
  edited_at: moment.nullable(),
  edit_unseen_since: moment.nullable(),
}

export const AdminPostCardShape = z.object({ ...PostCardShape.shape, ...underReview }).meta({ id: 'AdminPostCard' })

const ContentShape = z.object({
  title: z.string(),
  body: z.string(),
  summary: z.string().nullable(),
  cover_url: z.string().nullable(),
  canonical_url: z.string().nullable(),
  tags: z.array(z.string()),
})

/** A post under review, with its history, its edits and its author. */
export const AdminPostShape = z
  .object({
    ...PostShape.shape,
    ...underReview,
    lock_reason: z.string().nullable(),
    author_history: z.object({ approved: z.int(), rejected: z.int(), locked: z.int(), total: z.int(), since: moment }),
    moves: z.array(
      z.object({
        move: z.string(),
        actor: UserRefShape,
        from_status: PostStatusShape.nullable(),
        to_status: PostStatusShape,
        reason: z.string().nullable(),
        created_at: moment,
      }),
    ),
    /** Edits made after approval that no admin has marked as seen, oldest first. */
    unseen_edits: z.array(
      z.object({ version: z.int(), before: ContentShape, after: ContentShape, created_at: moment }),
    ),
  })
  .meta({ id: 'AdminPost' })
