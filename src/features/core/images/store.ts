import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { Image } from '#db/schema/core.ts'
import type { PreparedImage } from '#features/core/images/image-type.ts'
import { newImageKey } from '#features/core/images/keys.ts'
import { AppError, orUnavailable } from '#kernel/errors.ts'

type StoredImage = Pick<Image, 'id' | 'key' | 'type' | 'width' | 'height' | 'bytes'>

/**
 * Writes the file first, then the row. If the insert fails, the file stays: the row may have been written nevertheless, and a row
 * without a file is a broken image. The clean-up deletes files without a row.
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
  await orUnavailable(() => bucket.put(key, image.bytes, { httpMetadata: { contentType: image.type } }))
  const stored = await db.first(sql<StoredImage>`
    INSERT INTO images (key, user_id, purpose, type, width, height, bytes, created_at, unused_since)
    VALUES (${key}, ${userId}, ${purpose}, ${image.type}, ${image.width}, ${image.height}, ${image.bytes.byteLength},
      ${now.toISOString()}, ${now.toISOString()})
    RETURNING id, key, type, width, height, bytes`)
  return stored ?? missing()
}

function missing(): never {
  throw new AppError('internal')
}
