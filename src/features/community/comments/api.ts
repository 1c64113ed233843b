import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { Statement } from '#db/client.ts'
import type { AppEnv, MemberEnv } from '#env'
import { verifiedEmail } from '#features/accounts/email/http/verified-email.ts'
import {
  asComment,
  COMMENT_IMAGE_LEVEL,
  type Comment,
  CommentLikeShape,
  CommentShape,
  ORDERS,
  RootCommentShape,
} from '#features/community/comments/comment.ts'
import { deleteComment } from '#features/community/comments/delete.ts'
import {
  commentsChanged,
  commentWritten,
} from '#features/community/comments/http/comments-changed.ts'
import {
  listComments,
  listReplies,
  oneComment,
  REPLIES_SHOWN,
} from '#features/community/comments/list.ts'
import {
  answerTo,
  COMMENT_MAX,
  type CommentTarget,
  editComment,
  underPost,
  writeComment,
} from '#features/community/comments/write.ts'
import { toggleCommentLike } from '#features/community/reactions/reactions.ts'
import { storeImage } from '#features/core/images/store.ts'
import { levelOf } from '#features/core/people/level.ts'
import { SEARCH_LEVEL, searchPeople } from '#features/core/people/search.ts'
import { imageUrl, UserRefShape } from '#features/core/people/user-ref.ts'
import { auditActorOf } from '#features/core/site/audit-log.ts'
import { ACTIVITY_MAX } from '#features/core/storage/quotas.ts'
import { postFiguresChanged } from '#features/publishing/posts/http/post-changed.ts'
import { AppError } from '#kernel/errors.ts'
import { problem, text } from '#kernel/fields.ts'
import { EDIT_MINUTES } from '#kernel/post-limits.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { member, optionalViewer, signedIn } from '#web/guards/access.ts'
import { byUid } from '#web/guards/by-uid.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { siteHost } from '#web/site-origin.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { retryOf } from '#web/validation/idempotency.ts'
import {
  idParam,
  json,
  pageQuery,
  pageRequest,
  param,
  pathId,
  query,
} from '#web/validation/validate.ts'

const CommentFields = z.object({
  body: text({ max: COMMENT_MAX }),
  image_id: z.int().min(1).nullable().optional(),
})
const CommentInput = CommentFields.superRefine(requireSomething)
const ReplyInput = CommentFields.extend({ reply_to_id: z.int().min(1).optional() }).superRefine(
  requireSomething,
)
const WRITE_REFUSALS = [
  'not_found',
  'forbidden',
  'silenced',
  'email_unverified',
  'quota_exceeded',
  'idempotency_conflict',
] as const
/** For the descriptions of the two routes that write comments. */
const QUOTA =
  `You can write ${countOfDay(0)} to ${countOfDay(6)} comments a day, depending on your level; ` +
  'above the quota, the error says how many you wrote (`used`) and may write (`allowed`)'
const CommentsQuery = z.object({ sort: z.enum(ORDERS).default('new'), ...pageQuery })
const threadParam = param(z.object({ id: pathId, root_id: pathId }))

export const commentsApi = new Hono<AppEnv>()
  .get(
    '/posts/:id/comments',
    read('listPostComments', { tag: 'posts', tokens: true }),
    cached('sort', 'limit', 'cursor'),
    optionalViewer,
    idParam,
    doc(
      `List the comments of a post, each with its first ${REPLIES_SHOWN} replies`,
      { 200: listOf(RootCommentShape) },
      'not_found',
    ),
    query(CommentsQuery),
    async (c) => {
      const { sort, ...paging } = c.req.valid('query')
      const { id } = c.req.valid('param')
      return c.json(
        await listComments(c.var.db, c.var.viewer, id, sort, pageRequest(paging), c.var.language),
      )
    },
  )
  .get(
    '/posts/:id/comments/:root_id/replies',
    read('listCommentReplies', { tag: 'posts', tokens: true }),
    cached('limit', 'cursor'),
    optionalViewer,
    threadParam,
    doc('List the replies to a comment, oldest first', { 200: listOf(CommentShape) }, 'not_found'),
    query(z.object(pageQuery)),
    async (c) => {
      const { id, root_id } = c.req.valid('param')
      const request = pageRequest(c.req.valid('query'))
      return c.json(await listReplies(c.var.db, c.var.viewer, id, root_id, request, c.var.language))
    },
  )
  .get(
    '/comments/:id',
    read('getComment', { tag: 'comments', tokens: true }),
    optionalViewer,
    idParam,
    doc(
      'Get a comment. Lists leave out the text of users that you block, but this response contains it',
      { 200: CommentShape },
      'not_found',
    ),
    async (c) =>
      c.json(await oneComment(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.language)),
  )
  .post(
    '/posts/:id/comments',
    write('commentOnPost', { tag: 'posts', repeat: 'idempotent', tokens: true }),
    member,
    idParam,
    doc(`Comment on a post. ${QUOTA}`, { 201: CommentShape }, ...WRITE_REFUSALS),
    json(CommentInput),
    async (c) =>
      c.json(await publish(c, underPost(c.req.valid('param').id), c.req.valid('json')), 201),
  )
  .post(
    '/comments/:id/reply',
    write('replyToComment', { tag: 'comments', repeat: 'idempotent', tokens: true }),
    member,
    idParam,
    doc(
      `Reply to a comment. \`reply_to_id\` is the reply that you answer; without it, you answer the comment of the path. ${QUOTA}`,
      { 201: CommentShape },
      ...WRITE_REFUSALS,
    ),
    json(ReplyInput),
    async (c) => {
      const input = c.req.valid('json')
      return c.json(
        await publish(c, answerTo(c.req.valid('param').id, input.reply_to_id), input),
        201,
      )
    },
  )
  .put(
    '/comments/:id',
    write('updateComment', { tag: 'comments', repeat: 'idempotent', tokens: true }),
    member,
    idParam,
    doc(
      `Edit your own comment. This is possible for ${EDIT_MINUTES} minutes after you posted it`,
      { 200: CommentShape },
      'not_found',
      'forbidden',
      'silenced',
      'email_unverified',
      'comment_not_editable',
    ),
    json(z.object({ body: text({ max: COMMENT_MAX }) })),
    async (c) => {
      const { id } = c.req.valid('param')
      const edit = { body: c.req.valid('json').body, ownHost: siteHost(c) }
      const comment = await editComment(c.var.db, c.var.viewer, id, edit, c.var.now)
      commentsChanged(c, [id])
      return c.json(asComment(comment, c.var.viewer, c.var.language))
    },
  )
  .post(
    '/comments/:id/like',
    write('likeComment', { tag: 'comments', repeat: 'toggles', tokens: true }),
    byUid,
    idParam,
    doc('Like or unlike a comment', { 200: CommentLikeShape }, 'not_found', 'quota_exceeded'),
    async (c) => {
      const { post_id, ...like } = await toggleCommentLike(
        c.var.db,
        c.var.viewerId,
        c.req.valid('param').id,
        c.var.now,
      )
      postFiguresChanged(c, post_id)
      return c.json(like)
    },
  )
  .delete(
    '/comments/:id',
    write('deleteComment', { tag: 'comments', repeat: 'refused: not_found', tokens: true }),
    member,
    idParam,
    doc(
      'Delete a comment. The author of the comment, the author of the post and admins may do this',
      { 204: null },
      'not_found',
      'forbidden',
    ),
    async (c) => {
      const { id } = c.req.valid('param')
      await deleteComment(c.var.db, auditActorOf(c), id, {}, c.var.now)
      commentsChanged(c, [id])
      return c.body(null, 204)
    },
  )
  .get(
    '/users/search',
    read('searchUsers', { tag: 'users', tokens: true }),
    signedIn,
    doc(
      `Find users to mention, by the start of the username or by the uid. You need level ${SEARCH_LEVEL}`,
      { 200: z.object({ items: z.array(UserRefShape) }) },
      'level_too_low',
    ),
    query(z.object({ q: text({ min: 1, max: 40 }) })),
    async (c) => {
      const { q } = c.req.valid('query')
      return c.json({ items: await searchPeople(c.var.db, c.var.viewer, q, c.var.language) })
    },
  )

function countOfDay(level: number): string {
  return (ACTIVITY_MAX[level]?.comments_of_day ?? 0).toLocaleString('en-US')
}

/** A comment may consist of an image alone. */
function requireSomething(
  { body, image_id }: z.output<typeof CommentFields>,
  context: z.RefinementCtx,
): void {
  if (body === '' && !image_id) context.addIssue({ ...problem('required'), path: ['body'] })
}

/** Writes a comment and adds it to the live messages for readers who have the post open. */
async function publish(
  c: Context<MemberEnv>,
  where: Statement<CommentTarget>,
  input: z.output<typeof CommentFields>,
): Promise<Comment> {
  const { body, image_id: imageId = null } = input
  const written = { body, imageId, retry: await retryOf(c, input), ownHost: siteHost(c) }
  const comment = await writeComment(c.var.db, c.var.viewer, where, written, c.var.now)
  commentWritten(c, comment)
  const { id, post_id, root_id, author_id: author_uid } = comment
  c.var.news.comments.push({ id, post_id, root_id, author_uid })
  return asComment(comment, c.var.viewer, c.var.language)
}

const CommentImageShape = z
  .object({
    id: z.int(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    type: z.enum(['image/gif', 'image/webp']),
    quality: z
      .int()
      .nullable()
      .describe(
        'The WebP quality of a JPEG or PNG image that was converted. Null if the file kept its type.',
      ),
  })
  .meta({ id: 'CommentImage' })

export const commentUploadApi = new Hono<AppEnv>().post(
  '/comments/upload-image',
  write('uploadCommentImage', { tag: 'comments', repeat: 'adds', tokens: true }),
  member,
  verifiedEmail,
  fromLevel(COMMENT_IMAGE_LEVEL),
  doc(
    `Upload an image for a comment. You need level ${COMMENT_IMAGE_LEVEL}. JPEG and PNG images are converted to WebP. GIF and WebP images keep their type`,
    { 201: CommentImageShape },
    'quota_exceeded',
    'image_invalid',
    'image_too_many_pixels',
  ),
  uploadedFile,
  async (c) => {
    const { db, compute, viewer, file, now } = c.var
    const image = await compute.run('commentImage', file, 'file')
    const { id, key, width, height, bytes, type } = await storeImage(
      db,
      c.env.IMAGES,
      viewer,
      'comment',
      image,
      now,
    )
    return c.json(
      { id, url: imageUrl(key), width, height, bytes, type, quality: image.quality },
      201,
    )
  },
)

/**
 * Refuses viewers below this level before the request body is read. Use it after the guard on the
 * route line.
 */
function fromLevel(level: number) {
  const gate = createMiddleware<MemberEnv>(async (c, next) => {
    if (levelOf(c.var.viewer.exp) < level) throw new AppError('level_too_low')
    await next()
  })
  return noted(gate, { refuses: ['level_too_low'] })
}
