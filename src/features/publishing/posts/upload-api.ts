import { Hono } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { verifiedEmail } from '#features/accounts/email/http/verified-email.ts'
import { preparePostImage } from '#features/core/images/post-image.ts'
import { storeImage } from '#features/core/images/store.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { FILE_BYTES_MAX, megabytes } from '#kernel/sizes.ts'
import { member } from '#web/guards/guards.ts'
import { doc, write } from '#web/openapi/doc.ts'
import { uploadedFile } from '#web/uploads/upload.ts'

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
    `Upload an image for a post (JPEG, PNG, GIF or WebP, at most ${megabytes(FILE_BYTES_MAX)})`,
    { 201: UploadedImageShape },
    'image_invalid',
    'image_too_many_pixels',
  ),
  uploadedFile,
  async (c) => {
    const { db, viewer, file, now } = c.var
    const image = preparePostImage(file)
    const { id, key, width, height, bytes, type } = await storeImage(db, c.env.IMAGES, viewer.uid, 'post', image, now)
    return c.json({ id, url: imageUrl(key), width, height, bytes, type }, 201)
  },
)
