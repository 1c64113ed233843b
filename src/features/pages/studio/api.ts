import { type Context, Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv, MemberEnv } from '#env'
import { verifiedEmail } from '#features/accounts/email/http/verified-email.ts'
import { overviewOf, RANGES, trendsOf } from '#features/pages/studio/analytics/figures.ts'
import { PostFiguresShape, postFigures } from '#features/pages/studio/analytics/post-figures.ts'
import { FigureQuery } from '#features/pages/studio/analytics/ranges.ts'
import { ownPosts, STUDIO_LISTS } from '#features/pages/studio/posts-list.ts'
import { DELETE_POST_COST, deleteOwnPost, undeletePost } from '#features/publishing/posts/bin.ts'
import {
  CreatePostInput,
  changesFrom,
  createPost,
  EditPostInput,
  editPost,
  rawContentFrom,
  SubmitPostInput,
} from '#features/publishing/posts/create.ts'
import {
  changesPost,
  postSaved,
  postsChanged,
} from '#features/publishing/posts/http/post-changed.ts'
import { ImportKeysInput, importedPosts } from '#features/publishing/posts/import-key.ts'
import {
  SUBMITTED_TOGETHER_MAX,
  SubmitPostsInput,
  SubmittedPostsShape,
  submitPost,
  submitPosts,
  withdrawPost,
} from '#features/publishing/posts/moves.ts'
import {
  asPost,
  BIN_DAYS,
  ImportedPostShape,
  ownPost,
  PostShape,
  StudioCardShape,
} from '#features/publishing/posts/post.ts'
import { setShareImage } from '#features/publishing/posts/share-image.ts'
import { unpublishPost } from '#features/publishing/posts/unpublish.ts'
import {
  deleteRevisions,
  RevisionInFullShape,
  RevisionShape,
  restoreRevision,
  revisionOf,
  revisionsOf,
} from '#features/publishing/revisions/revisions.ts'
import { undoHold } from '#features/publishing/schedule/hold.ts'
import { startHoldTimer } from '#features/publishing/schedule/http/hold-timer.ts'
import { changes } from '#web/cache/edge-cache.ts'
import { member, signedIn } from '#web/guards/access.ts'
import { countWrite } from '#web/limits/limits.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { done } from '#web/responses.ts'
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

const submitDoc = doc(
  'Submit a draft or a rejected post for review, or publish it if it needs no review. With `publish_at`, the post is published at that time, or when it is approved if that is later. With `hold`, the response is 202, and this happens when the seconds have passed, unless you undo it',
  { 200: PostShape, 202: PostShape },
  'quota_exceeded',
  'post_not_submittable',
  'too_complex',
  'level_too_low',
  'silenced',
  'email_unverified',
  'version_conflict',
  'not_found',
)

export const studioApi = new Hono<AppEnv>()
  // `preview` is no id of a post. The preview exists only as a page.
  .all('/studio/posts/preview', (c) => c.notFound())
  .get(
    '/studio/posts',
    read('listStudioPosts', { tag: 'studio', tokens: true }),
    signedIn,
    doc(
      'List your posts. Without `status`, the list has your posts in every status except deleted ones',
      { 200: listOf(StudioCardShape) },
    ),
    query(z.object({ status: z.enum(STUDIO_LISTS).optional(), ...pageQuery })),
    async (c) => {
      const { status, ...paging } = c.req.valid('query')
      const { db, viewer, language, now } = c.var
      return c.json(await ownPosts(db, viewer, status, pageRequest(paging), language, now))
    },
  )
  .get(
    '/studio/posts/:id',
    read('getStudioPost', { tag: 'studio', tokens: true }),
    signedIn,
    idParam,
    doc('Get one of your posts', { 200: PostShape }, 'not_found'),
    async (c) =>
      c.json(
        asPost(
          await ownPost(c.var.db, c.var.viewer, c.req.valid('param').id),
          c.var.viewer,
          c.var.language,
        ),
      ),
  )
  .get(
    '/studio/posts/:id/figures',
    read('getStudioPostFigures', { tag: 'studio' }),
    signedIn,
    idParam,
    doc(
      'Get the figures of a post, for its author and admins',
      { 200: PostFiguresShape },
      'not_found',
    ),
    query(FigureQuery),
    async (c) => {
      const { db, viewer, now } = c.var
      const { id } = c.req.valid('param')
      const { figures } = await postFigures(db, viewer, id, c.req.valid('query').range, now)
      return c.json(figures)
    },
  )
  .post(
    '/studio/posts',
    write('createStudioPost', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    doc(
      'Create a post. With `draft`, it stays a draft. With `hold`, it is published when the seconds have passed, and the response is 202. If one of your posts already has the `import_key`, nothing is created, and the response is that post, unchanged',
      { 201: PostShape, 200: PostShape, 202: PostShape },
      'quota_exceeded',
      'too_complex',
      'level_too_low',
      'silenced',
      'email_unverified',
      'idempotency_conflict',
    ),
    json(CreatePostInput),
    async (c) => {
      const input = c.req.valid('json')
      const { draft, import_key: importKey, publish_at: publishAt, series_id: seriesId } = input
      const { hold, letter } = input
      const retry = await retryOf(c, input)
      const how = {
        isDraft: draft === true,
        importKey,
        publishAt,
        hold,
        letter,
        seriesId,
        retry,
        ownHost: siteHost(c),
      }
      const { post, isNew } = await createPost(
        c.var.db,
        c.var.compute,
        c.var.viewer,
        rawContentFrom(input),
        how,
        c.var.now,
      )
      if (isNew) postSaved(c, post)
      startHoldTimer(c, post)
      const created = asPost(post, c.var.viewer, c.var.language)
      if (post.publishes_at !== null) return c.json(created, 202)
      return c.json(created, isNew ? 201 : 200)
    },
  )
  .put(
    '/studio/posts/:id',
    write('updateStudioPost', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    idParam,
    doc(
      'Update a post. A missing field does not change. With `version`, the request is refused with `version_conflict` if the post has changed since that version',
      { 200: PostShape },
      'quota_exceeded',
      'too_complex',
      'post_not_editable',
      'silenced',
      'email_unverified',
      'invalid_transition',
      'version_conflict',
      'in_other_series',
      'not_found',
    ),
    json(EditPostInput),
    async (c) => {
      const { id } = c.req.valid('param')
      const input = c.req.valid('json')
      const { version, import_key: importKey, publish_at: publishAt, series_id: seriesId } = input
      const edit = {
        changes: changesFrom(input),
        importKey,
        publishAt,
        letter: input.letter,
        seriesId,
        version,
        ownHost: siteHost(c),
      }
      const post = await editPost(c.var.db, c.var.compute, c.var.viewer, id, edit, c.var.now)
      return c.json(asPost(postSaved(c, post), c.var.viewer, c.var.language))
    },
  )
  .delete(
    '/studio/posts/:id',
    write('deleteStudioPost', { tag: 'studio', repeat: 'refused: not_found', tokens: true }),
    member,
    changesPost,
    idParam,
    doc(
      `Delete a post. This costs ${DELETE_POST_COST} energy. You can restore the post for ${BIN_DAYS} days`,
      { 200: z.object({ energy: z.int() }) },
      'not_found',
      'version_conflict',
    ),
    async (c) =>
      c.json({
        energy: await deleteOwnPost(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now),
      }),
  )
  .post(
    '/studio/posts/:id/share-image',
    write('setStudioPostShareImage', { tag: 'studio', repeat: 'adds', tokens: true }),
    member,
    verifiedEmail,
    changes('/posts/:id'),
    idParam,
    doc(
      'Set the image of the share card of a post without a cover. A change of the title, the cover or your username removes the image',
      { 204: null },
      'quota_exceeded',
      'image_invalid',
      'image_too_many_pixels',
      'post_not_editable',
      'silenced',
      'not_found',
    ),
    uploadedFile,
    (c) =>
      done(
        c,
        setShareImage(
          c.var.db,
          c.var.compute,
          c.env.IMAGES,
          c.var.viewer,
          c.req.valid('param').id,
          c.var.file,
          c.var.now,
        ),
      ),
  )
  .post(
    '/studio/posts/:id/undelete',
    write('undeleteStudioPost', { tag: 'studio', repeat: 'refused: not_found', tokens: true }),
    member,
    changesPost,
    idParam,
    doc(
      `Restore a post that you deleted in the last ${BIN_DAYS} days. It returns as a draft, or stays locked if it was locked. The energy is not paid back`,
      { 200: PostShape },
      'quota_exceeded',
      'not_found',
      'version_conflict',
    ),
    async (c) => {
      const post = await undeletePost(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now)
      return c.json(asPost(post, c.var.viewer, c.var.language))
    },
  )
  .get(
    '/studio/imports',
    read('listStudioImports', { tag: 'studio', tokens: true }),
    signedIn,
    doc(
      'List your posts that have one of these import keys, also posts in the bin. Keys without a post are left out',
      {
        200: z.object({ items: z.array(ImportedPostShape) }),
      },
    ),
    query(z.object({ keys: ImportKeysInput })),
    async (c) =>
      c.json({
        items: await importedPosts(c.var.db, c.var.viewer, c.req.valid('query').keys, c.var.now),
      }),
  )
  .post(
    '/studio/posts/submit',
    write('submitStudioPosts', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    doc(
      `Submit at most ${SUBMITTED_TOGETHER_MAX} posts for review, or publish those that need no review. Each post counts as one write`,
      { 200: SubmittedPostsShape },
      'level_too_low',
      'silenced',
      'email_unverified',
    ),
    json(SubmitPostsInput),
    async (c) => {
      const { ids } = c.req.valid('json')
      const { db, viewer, now } = c.var
      await countWrite(c, 'write', ids.length - 1)
      const items = await submitPosts(db, c.var.compute, viewer, ids, siteHost(c), now)
      postsChanged(c)
      return c.json({ items })
    },
  )
  // Two paths for one endpoint.
  .post(
    '/studio/posts/:id/submit',
    write('submitStudioPost', {
      tag: 'studio',
      repeat: 'refused: post_not_submittable',
      tokens: true,
    }),
    member,
    idParam,
    submitDoc,
    json(SubmitPostInput),
    (c) => submitAsAuthor(c, c.req.valid('param').id, c.req.valid('json')),
  )
  .post(
    '/posts/:id/submit',
    write('submitPostByAlias', {
      tag: 'posts',
      repeat: 'refused: post_not_submittable',
      tokens: true,
    }),
    member,
    idParam,
    submitDoc,
    json(SubmitPostInput),
    (c) => submitAsAuthor(c, c.req.valid('param').id, c.req.valid('json')),
  )
  .post(
    '/studio/posts/:id/withdraw',
    write('withdrawStudioPost', {
      tag: 'studio',
      repeat: 'refused: invalid_transition',
      tokens: true,
    }),
    member,
    idParam,
    doc(
      'Withdraw a post from review. It is a draft again',
      { 200: PostShape },
      'invalid_transition',
      'version_conflict',
      'not_found',
    ),
    async (c) => {
      const post = await withdrawPost(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now)
      return c.json(asPost(postSaved(c, post), c.var.viewer, c.var.language))
    },
  )

  .delete(
    '/studio/posts/:id/hold',
    write('undoStudioPostHold', {
      tag: 'studio',
      repeat: 'refused: invalid_transition',
      tokens: true,
    }),
    member,
    idParam,
    doc(
      'Undo a publication or submission with `hold`, before its time. Later it is refused with `invalid_transition`',
      { 200: PostShape },
      'invalid_transition',
      'not_found',
    ),
    async (c) => {
      const post = await undoHold(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now)
      return c.json(asPost(post, c.var.viewer, c.var.language))
    },
  )
  .post(
    '/studio/posts/:id/unpublish',
    write('unpublishStudioPost', {
      tag: 'studio',
      repeat: 'refused: invalid_transition',
      tokens: true,
    }),
    member,
    changesPost,
    idParam,
    doc(
      'Unpublish a post. It is a draft again and hidden everywhere. Likes, comments, favourites and energy stay with it and return when it is published again. A letter that is not sent yet is dropped',
      { 200: PostShape },
      'invalid_transition',
      'post_not_editable',
      'version_conflict',
      'not_found',
    ),
    async (c) => {
      const post = await unpublishPost(c.var.db, c.var.viewer, c.req.valid('param').id, c.var.now)
      return c.json(asPost(post, c.var.viewer, c.var.language))
    },
  )

async function submitAsAuthor(
  c: Context<MemberEnv>,
  id: number,
  { publish_at: publishAt, hold, letter }: z.output<typeof SubmitPostInput>,
) {
  const { db, viewer, language, now } = c.var
  const how = { publishAt, hold, letter, ownHost: siteHost(c) }
  const post = postSaved(c, await submitPost(db, c.var.compute, viewer, id, how, now))
  startHoldTimer(c, post)
  return c.json(asPost(post, viewer, language), post.publishes_at === null ? 200 : 202)
}

const count = z.int()
const counts = z.array(count)

const OverviewShape = z
  .object({
    posts: z.object({
      total: count,
      draft: count,
      pending: count,
      approved: count,
      rejected: count,
      locked: count,
    }),
    likes: count,
    comments: count,
    favorites: count,
    energy: count,
    views: count,
    followers: count,
  })
  .meta({ id: 'StudioOverview' })

const RangeShape = z.enum(['7d', '30d', '90d'])
const TrendsShape = z
  .object({
    range: RangeShape,
    days: z.array(z.iso.date()),
    energy: counts,
    comments: counts,
    likes: counts,
    favorites: counts,
    views: counts,
  })
  .meta({ id: 'StudioTrends' })

export const studioFiguresApi = new Hono<AppEnv>()
  .get(
    '/studio/overview',
    read('getStudioOverview', { tag: 'studio', tokens: true }),
    signedIn,
    doc('Get the totals of your posts', { 200: OverviewShape }),
    async (c) => c.json(await c.var.db.read(overviewOf(c.var.viewer))),
  )
  .get(
    '/studio/trends',
    read('getStudioTrends', { tag: 'studio', tokens: true }),
    signedIn,
    doc(
      `Get the daily figures of your posts for the last ${Object.values(RANGES).join(', ')} days`,
      {
        200: TrendsShape,
      },
    ),
    query(z.object({ range: RangeShape.default('7d') })),
    async (c) =>
      c.json(
        await c.var.db.read(trendsOf(c.var.viewer.uid, c.req.valid('query').range, c.var.now)),
      ),
  )

const revisionParam = param(z.object({ id: pathId, version: pathId }))

/** `version` is the version of the post that the author saw when restoring. */
const RestoreInput = z.object({ version: z.int().min(1).optional() })

export const studioRevisionsApi = new Hono<AppEnv>()
  .get(
    '/studio/posts/:id/revisions',
    read('listStudioPostRevisions', { tag: 'studio', tokens: true }),
    signedIn,
    idParam,
    doc(
      'List the versions of a post, the current one first',
      { 200: listOf(RevisionShape) },
      'not_found',
    ),
    query(z.object(pageQuery)),
    async (c) => {
      const { id } = c.req.valid('param')
      return c.json(
        await c.var.db.read(revisionsOf(c.var.viewer, id, pageRequest(c.req.valid('query')))),
      )
    },
  )
  .get(
    '/studio/posts/:id/revisions/:version',
    read('getStudioPostRevision', { tag: 'studio', tokens: true }),
    signedIn,
    revisionParam,
    doc(
      'Get a version of a post, and the differences between it and the current version',
      { 200: RevisionInFullShape },
      'not_found',
      'too_complex',
    ),
    async (c) => {
      const { id, version } = c.req.valid('param')
      return c.json(await revisionOf(c.var.db, c.var.compute, c.var.viewer, id, version))
    },
  )
  .delete(
    '/studio/posts/:id/revisions',
    write('deleteStudioPostRevisions', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    idParam,
    doc('Delete the earlier versions of a post', { 204: null }, 'not_found'),
    (c) => done(c, deleteRevisions(c.var.db, c.var.viewer, c.req.valid('param').id)),
  )
  .post(
    '/studio/posts/:id/revisions/:version/restore',
    write('restoreStudioPostRevision', { tag: 'studio', repeat: 'idempotent', tokens: true }),
    member,
    revisionParam,
    doc(
      'Restore a version of a post. This is an edit: the current content stays in the list of versions',
      { 200: PostShape },
      'quota_exceeded',
      'too_complex',
      'post_not_editable',
      'silenced',
      'email_unverified',
      'version_conflict',
      'not_found',
    ),
    json(RestoreInput),
    async (c) => {
      const { id, version } = c.req.valid('param')
      const { version: seen } = c.req.valid('json')
      const restored = { version, seen, ownHost: siteHost(c) }
      const post = await restoreRevision(
        c.var.db,
        c.var.compute,
        c.var.viewer,
        id,
        restored,
        c.var.now,
      )
      return c.json(asPost(postSaved(c, post), c.var.viewer, c.var.language))
    },
  )
