import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { verifiedEmail } from '#features/accounts/email/http/verified-email.ts'
import { makeVariantsLater } from '#features/core/images/http/make-later.ts'
import { postImageOf, storeImage } from '#features/core/images/store.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { listPosts } from '#features/publishing/lists/list.ts'
import { POST_LANGUAGES } from '#features/publishing/posts/language.ts'
import { asPost, PostCardShape, PostShape, visiblePost } from '#features/publishing/posts/post.ts'
import { findPosts } from '#features/publishing/search/find.ts'
import { problem, text } from '#kernel/fields.ts'
import { TAG_MAX } from '#kernel/post-limits.ts'
import { FILE_BYTES_MAX, megabytes, QUERY_MAX } from '#kernel/sizes.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { member, optionalViewer } from '#web/guards/access.ts'
import { doc, listOf, read, write } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'
import { idParam, pageQuery, pageRequest, query } from '#web/validation/validate.ts'

const PostsQuery = z
  .object({
    // The default is newest first, or best match first if there is a query.
    sort: z.enum(['new', 'hot']).optional(),
    tag: text({ min: 1, max: TAG_MAX }).optional(),
    author: z.coerce.number().int().min(1).optional(),
    q: text({ max: QUERY_MAX }).optional(),
    language: z.enum(POST_LANGUAGES).optional(),
    ...pageQuery,
  })
  .superRefine(({ q, author, language }, context) => {
    if (!q && author !== undefined && language)
      context.addIssue({ ...problem('invalid'), path: ['language'] })
  })

export const postsApi = new Hono<AppEnv>()
  // Not the id of a post: the preview of a draft is a page of the studio.
  .all('/posts/preview', (c) => c.notFound())
  .get(
    '/posts',
    read('listPosts', { tag: 'posts', tokens: true }),
    cached('sort', 'tag', 'author', 'q', 'language', 'limit', 'cursor'),
    optionalViewer,
    doc(
      'List public posts. `language` filters the list of all posts, the posts of a tag and search results, but not the posts of an author. Posts without a detected language are always included. A `tag` that was renamed or merged redirects to the tag that replaced it',
      { 200: listOf(PostCardShape), 301: null },
      'search_unavailable',
    ),
    query(PostsQuery),
    async (c) => {
      const { db, search, viewer, language } = c.var
      const { q, sort, ...asked } = c.req.valid('query')
      const by = { ...asked, viewer }
      if (q)
        return c.json(await findPosts(db, search, { q, sort, ...by }, pageRequest(asked), language))
      const query = { sort: sort ?? 'new', ...by } as const
      const { page, movedTo } = await listPosts(db, query, pageRequest(asked), language)
      if (movedTo === null) return c.json(page)
      const asInQuery = new URLSearchParams({ ...c.req.query(), tag: movedTo })
      return c.redirect(`/api/posts?${asInQuery}`, 301)
    },
  )
  .get(
    '/posts/:id',
    read('getPost', { tag: 'posts', tokens: true }),
    cached(),
    optionalViewer,
    idParam,
    doc('Get a post', { 200: PostShape }, 'not_found'),
    async (c) =>
      c.json(
        asPost(
          await visiblePost(c.var.db, c.var.viewer, c.req.valid('param').id),
          c.var.viewer,
          c.var.language,
        ),
      ),
  )

const UploadedImageShape = z
  .object({
    id: z.int(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    type: z.enum(['image/jpeg', 'image/png', 'image/gif', 'image/webp']),
  })
  .meta({ id: 'UploadedImage' })

export const postUploadApi = new Hono<AppEnv>().post(
  '/posts/upload-image',
  write('uploadPostImage', { tag: 'posts', repeat: 'adds', tokens: true }),
  member,
  verifiedEmail,
  doc(
    `Upload an image for a post. It is a JPEG, PNG, GIF or WebP file of at most ${megabytes(FILE_BYTES_MAX)}`,
    { 201: UploadedImageShape },
    'quota_exceeded',
    'image_invalid',
    'image_too_many_pixels',
  ),
  uploadedFile,
  async (c) => {
    const { db, compute, viewer, file, now } = c.var
    const image = await postImageOf(compute, file)
    const { id, key, width, height, bytes, type } = await storeImage(
      db,
      c.env.IMAGES,
      viewer,
      'post',
      image,
      now,
    )
    const facts = { user_id: viewer.uid, purpose: 'post', key, type, width, height } as const
    makeVariantsLater(c, { ...facts, small_bytes: null, medium_bytes: null })
    return c.json({ id, url: imageUrl(key), width, height, bytes, type }, 201)
  },
)
