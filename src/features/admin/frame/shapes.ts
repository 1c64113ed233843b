import { z } from 'zod'
import { auditLog } from '#db/schema/admin.ts'
import { POST_STATUSES } from '#db/schema/posts.ts'
import { MeShape, UserRefShape } from '#features/people/shapes.ts'
import { PostCardShape, PostShape, PostStatusShape } from '#features/posts/shapes.ts'

const moment = z.iso.datetime()

export const AdminUserShape = z
  .object({
    ...UserRefShape.shape,
    email: z.string().nullable(),
    signature: z.string(),
    exp: z.int(),
    energy: z.int(),
    role: MeShape.shape.role,
    status: MeShape.shape.status,
    ban_reason: z.string().nullable(),
    followers_count: z.int(),
    following_count: z.int(),
    created_at: moment,
    purge_at: moment.nullable(),
  })
  .meta({ id: 'AdminUser' })

/** A person with what an admin asks about first. */
export const AdminPersonShape = z
  .object({
    ...AdminUserShape.shape,
    sessions_count: z.int(),
    posts: z.object({
      draft: z.int(),
      pending: z.int(),
      approved: z.int(),
      rejected: z.int(),
      locked: z.int(),
    }),
  })
  .meta({ id: 'AdminPerson' })

const underReview = {
  version: z.int(),
  reject_reason: z.string().nullable(),
  edited_at: moment.nullable(),
  edit_unseen_since: moment.nullable(),
}

export const AdminPostCardShape = z.object({ ...PostCardShape.shape, ...underReview }).meta({ id: 'AdminPostCard' })

const WrittenShape = z.object({
  title: z.string(),
  body: z.string(),
  summary: z.string().nullable(),
  cover_url: z.string().nullable(),
  tags: z.array(z.string()),
})

/** A post as an admin decides on it: with what happened to it, what was changed, and who wrote it. */
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
      z.object({ version: z.int(), before: WrittenShape, after: WrittenShape, created_at: moment }),
    ),
  })
  .meta({ id: 'AdminPost' })

export const AdminCommentShape = z
  .object({
    id: z.int(),
    post_id: z.int(),
    post_title: z.string(),
    post_status: z.enum([...POST_STATUSES, 'deleted']),
    root_id: z.int().nullable(),
    author: UserRefShape,
    body: z.string(),
    image_url: z.string().nullable(),
    created_at: moment,
  })
  .meta({ id: 'AdminComment' })

export const BatchAnswerShape = z
  .object({ items: z.array(z.object({ id: z.int(), ok: z.boolean(), code: z.string().optional() })) })
  .meta({ id: 'BatchAnswer' })

export const AuditEntryShape = z
  .object({
    id: z.int(),
    actor: UserRefShape,
    /** Whom it concerns: the author of the post or comment, the person of the account. */
    subject: UserRefShape.nullable(),
    action: z.string(),
    target_type: z.enum(auditLog.target_type.enumValues),
    target_id: z.string(),
    reason: z.string().nullable(),
    before: z.unknown(),
    after: z.unknown(),
    ip: z.string(),
    created_at: moment,
  })
  .meta({ id: 'AuditEntry' })

export const InvariantReportShape = z
  .object({
    checked_at: moment,
    ok: z.boolean(),
    failures: z.record(z.string(), z.array(z.int())),
    checked: z.int(),
    complete: z.boolean(),
  })
  .meta({ id: 'InvariantReport' })

export const AdminOverviewShape = z
  .object({
    pending_posts: z.int(),
    edited_after_approval: z.int(),
    pending_profiles: z.int(),
    users: z.int(),
    posts: z.int(),
    comments_today: z.int(),
    ledger_check: InvariantReportShape.nullable(),
  })
  .meta({ id: 'AdminOverview' })
