import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { verifiedEmail } from '#features/accounts/email/http/verified-email.ts'
import { COMMENT_IMAGE_LEVEL } from '#features/community/comments/comment.ts'
import { prepareCommentImage } from '#features/core/images/comment-image.ts'
import { storeImage } from '#features/core/images/store.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { member } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'

const CommentImageShape = z
  .object({
    id: z.int(),
    url: z.string(),
    width: z.int(),
    height: z.int(),
    bytes: z.int(),
    type: z.enum(['image/gif', 'image/webp']),
    /** The quality of a JPEG or PNG that was converted to WebP; null if the file kept its type. */
    quality: z.int().nullable(),
  })
  .meta({ id: 'CommentImage' })

export const commentUploadApi = new Hono<AppEnv>().post(
  '/comments/upload-image',
  write('uploadCommentImage', { tag: 'comments', repeat: 'adds', tokens: true }),
  member,
  verifiedEmail,
  fromLevel(COMMENT_IMAGE_LEVEL),
  doc(
    `Upload a comment image (from Lv${COMMENT_IMAGE_LEVEL}). JPEG and PNG are converted to WebP; GIF and WebP are stored unchanged`,
    { 201: CommentImageShape },
    'image_invalid',
    'image_too_many_pixels',
  ),
  uploadedFile,
  async (c) => {
    const { db, viewer, file, now } = c.var
    const image = await prepareCommentImage(file)
    const { id, key, width, height, bytes, type } = await storeImage(
      db,
      c.env.IMAGES,
      viewer.uid,
      'comment',
      image,
      now,
    )
    return c.json({ id, url: imageUrl(key), width, height, bytes, type, quality: image.quality }, 201)
  },
)
