import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import type { AppEnv, MemberEnv } from '#env'
import { byAdmin } from '#features/core/site/audit-log.ts'
import {
  applyToEach,
  BatchResponseShape,
  batchIds,
  idFilter,
  reasonInput,
  searchInput,
} from '#features/operations/admin/frame/inputs.ts'
import { adminPageOf, PAGES, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import {
  AdminPostCardShape,
  AdminPostShape,
  findPosts,
  openQueue,
  postForReview,
  reviewIsOff,
} from '#features/operations/admin/posts/posts.ts'
import { AllPostsView } from '#features/operations/admin/posts/views.tsx'
import { ReviewView } from '#features/operations/admin/posts/views-review.tsx'
import { deleteAnyPost } from '#features/publishing/posts/bin.ts'
import { changesPost, postsChanged } from '#features/publishing/posts/http/post-changed.ts'
import { asPost, PostShape, PostStatusShape } from '#features/publishing/posts/post.ts'
import {
  APPROVAL_HOLD_SECONDS,
  decidePost,
  holdApprovals,
  markEditSeen,
  undoApprovals,
} from '#features/publishing/review/decide.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { BATCH_MAX } from '#kernel/sizes.ts'
import { adminRead, adminWrite, summary } from '#web/openapi/admin.ts'
import { listOf } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
import {
  idParam,
  json,
  pageFilters,
  pageQuery,
  pageRequest,
  param,
  query,
} from '#web/validation/validate.ts'

const version = z.int().min(1).optional()
const ReasonInput = z.object({ reason: reasonInput, version })
const PlainInput = z.object({ version })
const BatchInput = z.object({
  ids: batchIds,
  action: z.enum(['approve', 'reject', 'lock', 'unlock', 'seen', 'delete']),
  reason: reasonInput.optional(),
})
const HoldInput = z.object({
  posts: z
    .array(z.object({ id: z.int().min(1), version }))
    .min(1)
    .max(BATCH_MAX),
})
const HeldApprovalsShape = BatchResponseShape.extend({
  id: z.string(),
  due_at: z.iso.datetime(),
}).meta({
  id: 'HeldApprovals',
})
const UndoneShape = z
  .object({ ids: z.array(z.int()), count: z.int() })
  .meta({ id: 'UndoneApprovals' })
const PostsQuery = z.object({
  status: PostStatusShape.optional(),
  edited: z.stringbool().optional(),
  author: idFilter,
  q: searchInput,
  ...pageQuery,
})

export const adminPostsApi = new Hono<AppEnv>()
  .get(
    '/admin/posts',
    adminRead('listAdminPosts', listOf(AdminPostCardShape)),
    summary('List the posts of all users, in every status'),
    query(PostsQuery),
    async (c) => {
      const { db, search, language } = c.var
      const { limit, cursor, ...asked } = c.req.valid('query')
      return c.json(
        await db.read(await findPosts(db, search, asked, pageRequest({ limit, cursor }), language)),
      )
    },
  )
  .get(
    '/admin/posts/:id',
    adminRead('getAdminPost', AdminPostShape),
    summary('Get a post for review'),
    idParam,
    async (c) => c.json(await postForReview(c.var.db, c.req.valid('param').id, c.var.language)),
  )
  .delete(
    '/admin/posts/:id',
    adminWrite('deleteAdminPost', 'refused: not_found', null, 'version_conflict'),
    summary('Delete a post. It costs the author no energy, and the author cannot restore it'),
    changesPost,
    idParam,
    json(z.object({ reason: reasonInput.optional(), version })),
    (c) => done(c, byAdmin(c, deleteAnyPost, c.req.valid('param').id, c.req.valid('json'))),
  )
  .post(
    '/admin/posts/batch',
    adminWrite('decideAdminPosts', 'idempotent', BatchResponseShape),
    summary(
      `Apply one action to at most ${BATCH_MAX} posts. \`items\` of the response says for each post whether it succeeded`,
    ),
    json(BatchInput),
    async (c) => {
      const { ids, action, reason } = c.req.valid('json')
      const remove = (id: number) => byAdmin(c, deleteAnyPost, id, { reason })
      const items = await applyToEach(
        ids,
        action === 'delete' ? remove : decisionOf(c, action, { reason }),
      )
      postsChanged(c)
      return c.json({ items })
    },
  )

  .post(
    '/admin/approvals',
    adminWrite('holdAdminApprovals', 'idempotent', HeldApprovalsShape),
    summary(
      `Approve at most ${BATCH_MAX} posts after ${APPROVAL_HOLD_SECONDS} seconds. Until the posts are published, you can take the approvals back`,
    ),
    json(HoldInput),
    async (c) => c.json(await byAdmin(c, holdApprovals, c.req.valid('json').posts)),
  )
  .delete(
    '/admin/approvals/:batch',
    adminWrite('undoAdminApprovals', 'refused: not_found', UndoneShape),
    summary(
      'Take back the approvals of a batch. Posts that are not published yet return to the review queue. Posts that were decided meanwhile do not change',
    ),
    param(z.object({ batch: z.string().min(1).max(100) })),
    async (c) => {
      const ids = await byAdmin(c, undoApprovals, c.req.valid('param').batch)
      return c.json({ ids, count: ids.length })
    },
  )

/**
 * The decisions on one post: the last part of the path, the name in generated clients and the
 * summary.
 */
const DECISIONS = [
  ['approve', 'approveAdminPost', 'Approve and publish a post', PlainInput],
  ['reject', 'rejectAdminPost', 'Reject a post with a reason', ReasonInput],
  ['lock', 'lockAdminPost', 'Lock a post with a reason. Readers can no longer see it', ReasonInput],
  [
    'unlock',
    'unlockAdminPost',
    'Unlock a post. It has the status again that it had before the lock',
    PlainInput,
  ],
  ['seen', 'markAdminPostSeen', 'Mark the edits of a post after its approval as seen', PlainInput],
] as const

for (const [decision, name, about, input] of DECISIONS) {
  adminPostsApi.post(
    `/admin/posts/:id/${decision}`,
    adminWrite(name, 'refused: invalid_transition', PostShape, 'version_conflict'),
    summary(about),
    changesPost,
    idParam,
    json(input),
    async (c) => {
      const post = await decisionOf(c, decision, c.req.valid('json'))(c.req.valid('param').id)
      return c.json(asPost(post, c.var.viewer, c.var.language))
    },
  )
}

function decisionOf(
  c: Context<MemberEnv>,
  move: (typeof DECISIONS)[number][0],
  { reason, version }: { reason?: string | undefined; version?: number | undefined },
) {
  if (move === 'seen') return (id: number) => byAdmin(c, markEditSeen, id, version)
  if (move === 'approve' || move === 'unlock')
    return (id: number) => byAdmin(c, decidePost, id, { move, version })
  if (reason === undefined)
    throw new AppError('validation_failed', { fields: { reason: fieldProblem('required') } })
  return (id: number) => byAdmin(c, decidePost, id, { move, reason, version })
}

const postsFilters = pageFilters({
  view: z.enum(['edited', 'all']).optional(),
  id: idFilter,
  author: idFilter,
  status: z.enum(POST_STATUSES).optional(),
  q: searchInput,
})

export const adminPostsPages = new Hono<AppEnv>().get(
  PAGES.review.href,
  PAGES.review.guard,
  postsFilters,
  async (c) => {
    const { db, search, language } = c.var
    const { view = 'review', id, cursor, ...asked } = c.req.valid('query')
    if (view === 'all') {
      const posts = await findPosts(db, search, asked, pageRequest({ cursor }), language)
      return showAdminPage(c, { name: 'posts' }, { posts, reviewIsOff }, (read) => (
        <AllPostsView {...read} asked={asked} />
      ))
    }
    const queue = await openQueue(db, c.var.compute, view, id, language)
    const review = <ReviewView queue={queue} language={language} />
    const about = { name: view === 'review' ? 'review' : 'edits', hasCode: true } as const
    return adminPageOf(c, about, queue.waiting, review)
  },
)
