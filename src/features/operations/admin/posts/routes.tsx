import { type Context, Hono } from 'hono'
import * as z from 'zod'
import { POST_STATUSES } from '#db/values.ts'
import type { AppEnv, MemberEnv } from '#env'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { applyToEach, BatchResponseShape } from '#features/operations/admin/frame/batch.ts'
import {
  batchIds,
  idFilter,
  ignoringInvalid,
  reasonInput,
  searchInput,
} from '#features/operations/admin/frame/inputs.ts'
import { PAGES } from '#features/operations/admin/frame/menu.tsx'
import { adminPageOf, showAdminPage } from '#features/operations/admin/frame/page.tsx'
import { AdminPostCardShape, findPosts } from '#features/operations/admin/posts/list.ts'
import { AdminPostShape, openQueue, postForReview, reviewIsOff } from '#features/operations/admin/posts/review.ts'
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
import { admin } from '#web/guards/guards.ts'
import { expensive } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { idParam, json, pageQuery, pageRequest, param, query } from '#web/validation/validate.ts'

const version = z.int().positive().optional()
const ReasonInput = z.object({ reason: reasonInput, version })
const PlainInput = z.object({ version })
const DeleteInput = z.object({ reason: reasonInput.optional(), version })
const BatchInput = z.object({
  ids: batchIds,
  action: z.enum(['approve', 'reject', 'lock', 'unlock', 'seen', 'delete']),
  reason: reasonInput.optional(),
})
const HoldInput = z.object({
  posts: z
    .array(z.object({ id: z.int().positive(), version }))
    .min(1)
    .max(BATCH_MAX),
})
const HeldApprovalsShape = BatchResponseShape.extend({ id: z.string(), due_at: z.iso.datetime() }).meta({
  id: 'HeldApprovals',
})
const UndoneShape = z.object({ ids: z.array(z.int()), count: z.int() }).meta({ id: 'UndoneApprovals' })
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
    read('listAdminPosts', { tag: 'admin' }),
    admin,
    doc('List all posts', { 200: listOf(AdminPostCardShape) }),
    query(PostsQuery),
    async (c) => {
      const { db, search, language } = c.var
      const { limit, cursor, ...asked } = c.req.valid('query')
      return c.json(await db.read(await findPosts(db, search, asked, pageRequest({ limit, cursor }), language)))
    },
  )
  .get(
    '/admin/posts/:id',
    read('getAdminPost', { tag: 'admin' }),
    admin,
    expensive(250),
    idParam,
    doc('Get a post for review', { 200: AdminPostShape }, 'not_found'),
    async (c) => c.json(await postForReview(c.var.db, c.req.valid('param').id, c.var.language)),
  )
  .delete(
    '/admin/posts/:id',
    write('deleteAdminPost', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    changesPost,
    idParam,
    doc('Delete a post without a cost for its author', { 204: null }, 'not_found', 'version_conflict'),
    json(DeleteInput),
    async (c) => {
      await deleteAnyPost(c.var.db, auditActorOf(c), c.req.valid('param').id, c.req.valid('json'), c.var.now)
      return c.body(null, 204)
    },
  )
  .post(
    '/admin/posts/batch',
    write('decideAdminPosts', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc(`Apply an action to up to ${BATCH_MAX} posts`, { 200: BatchResponseShape }),
    json(BatchInput),
    async (c) => {
      const { ids, action, reason } = c.req.valid('json')
      const remove = (id: number) => deleteAnyPost(c.var.db, auditActorOf(c), id, { reason }, c.var.now)
      const items = await applyToEach(ids, action === 'delete' ? remove : decisionOf(c, action, { reason }))
      postsChanged(c, ids)
      return c.json({ items })
    },
  )

  .post(
    '/admin/approvals',
    write('holdAdminApprovals', { tag: 'admin', repeat: 'idempotent' }),
    admin,
    doc(
      `Approve up to ${BATCH_MAX} posts after ${APPROVAL_HOLD_SECONDS} seconds. Until they are published, the approvals can be taken back`,
      { 200: HeldApprovalsShape },
    ),
    json(HoldInput),
    async (c) => c.json(await holdApprovals(c.var.db, auditActorOf(c), c.req.valid('json').posts, c.var.now)),
  )
  .delete(
    '/admin/approvals/:batch',
    write('undoAdminApprovals', { tag: 'admin', repeat: 'refused: not_found' }),
    admin,
    param(z.object({ batch: z.string().min(1).max(100) })),
    doc(
      'Take back approvals that are not published yet: the posts return to the queue',
      { 200: UndoneShape },
      'not_found',
    ),
    async (c) => {
      const ids = await undoApprovals(c.var.db, auditActorOf(c), c.req.valid('param').batch, c.var.now)
      return c.json({ ids, count: ids.length })
    },
  )

/** The decisions on one post: the last part of the path, the name in generated clients and the summary. */
const DECISIONS = [
  ['approve', 'approveAdminPost', 'Approve and publish a post', PlainInput],
  ['reject', 'rejectAdminPost', 'Reject a post with a reason', ReasonInput],
  ['lock', 'lockAdminPost', 'Lock a post with a reason; readers can no longer see it', ReasonInput],
  ['unlock', 'unlockAdminPost', 'Unlock a post and restore its previous status', PlainInput],
  ['seen', 'markAdminPostSeen', 'Mark edits after approval as seen', PlainInput],
] as const

for (const [decision, name, summary, input] of DECISIONS) {
  adminPostsApi.post(
    `/admin/posts/:id/${decision}`,
    write(name, { tag: 'admin', repeat: 'refused: invalid_transition' }),
    admin,
    changesPost,
    idParam,
    doc(summary, { 200: PostShape }, 'invalid_transition', 'version_conflict', 'not_found'),
    json(input),
    async (c) => {
      const post = await decisionOf(c, decision, c.req.valid('json'))(c.req.valid('param').id)
      return c.json(asPost(post, c.var.viewer, c.var.language))
    },
  )
}

/** Returns the function that decides on a post. A rejection and a lock need a reason. */
function decisionOf(
  c: Context<MemberEnv>,
  move: (typeof DECISIONS)[number][0],
  { reason, version }: { reason?: string | undefined; version?: number | undefined },
) {
  const { db, now } = c.var
  if (move === 'seen') return (id: number) => markEditSeen(db, auditActorOf(c), id, version, now)
  if (move === 'approve' || move === 'unlock') {
    return (id: number) => decidePost(db, auditActorOf(c), id, { move, version }, now)
  }
  if (reason === undefined) throw new AppError('validation_failed', { fields: { reason: fieldProblem('required') } })
  return (id: number) => decidePost(db, auditActorOf(c), id, { move, reason, version }, now)
}

const PostsPageQuery = z.object({
  view: z.enum(['review', 'edited', 'all']).catch('review'),
  ...ignoringInvalid({ id: idFilter, author: idFilter, status: z.enum(POST_STATUSES).optional(), q: searchInput }),
  cursor: pageQuery.cursor,
})

export const adminPostsPages = new Hono<AppEnv>().get(
  PAGES.review.href,
  PAGES.review.guard,
  expensive(250),
  query(PostsPageQuery),
  async (c) => {
    const { db, search, language } = c.var
    const { view, id, cursor, ...asked } = c.req.valid('query')
    if (view === 'all') {
      const posts = await findPosts(db, search, asked, pageRequest({ cursor }), language)
      return showAdminPage(c, { name: 'posts' }, { posts, reviewIsOff }, (read) => (
        <AllPostsView {...read} asked={asked} />
      ))
    }
    const queue = await openQueue(db, view, id, language)
    const review = <ReviewView queue={queue} language={language} />
    const about = { name: view === 'review' ? 'review' : 'edits', hasCode: true } as const
    return adminPageOf(c, about, queue.waiting, review)
  },
)
