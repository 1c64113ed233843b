import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/images.ts'
import type { PreparedImage } from '#features/images/image-type.ts'
import { newImageKey } from '#features/images/keys.ts'
import { AppError } from '#kernel/errors.ts'

export type StoredImage = Pick<Image, 'id' | 'key' | 'type' | 'width' | 'height' | 'bytes'>

/**
 * The file first, then the row that vouches for it. Where the row cannot be written the file is taken away again, and should even
 * that fail, the clean-up finds a file without a row.
 */
export async function storeImage(
  db: Database,
  bucket: R2Bucket,
  userId: number,
  purpose: Image['purpose'],
  image: PreparedImage,
  now: Date,
): Promise<StoredImage> {
  const key = newImageKey(image.type)
  await bucket.put(key, image.bytes, { httpMetadata: { contentType: image.type } })
  try {
    const stored = await db.first(sql<StoredImage>`
      INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at, unused_since)
      VALUES (${key}, ${userId}, ${purpose}, ${image.type}, ${image.width}, ${image.height}, ${image.bytes.byteLength},
        ${now.toISOString()}, ${now.toISOString()})
      RETURNING id, key, type, width, height, bytes`)
    return stored ?? missing()
  } catch (error) {
    await bucket.delete(key).catch(() => undefined)
    throw error
  }
}

function missing(): never {
  throw new AppError('internal')
}
