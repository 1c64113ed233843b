import { randomId } from '#kernel/ids.ts'
import { EXTENSIONS, type ImageType } from '#kernel/image-types.ts'
import type { Variant } from '#kernel/image-variants.ts'

/** A random key that is never reused, so the file of a key never changes. */
export function newImageKey(type: ImageType): string {
  return `${randomId()}.${EXTENSIONS[type]}`
}

/** The type of the image with this key. Null if the key does not have a valid format. */
export function typeOfKey(key: string): ImageType | null {
  const extension = /^[A-Za-z0-9_-]{22}\.([a-z]{3,4})$/.exec(key)?.[1]
  const entry = Object.entries(EXTENSIONS).find(([, ending]) => ending === extension)
  return entry === undefined ? null : (entry[0] as ImageType)
}

export const VARIANT_TYPE = 'image/webp'

/**
 * The name of a variant in the bucket. No image key has this form, so `/images/:key` never serves
 * it directly.
 */
export const variantFile = (key: string, variant: Variant): string => `${key}.${variant}`

/** The names of all files that the bucket may contain for an image. */
export const filesOf = (key: string): string[] => [
  key,
  variantFile(key, 'small'),
  variantFile(key, 'medium'),
]

/** The key of the image to which a file in the bucket belongs. */
export const imageOfFile = (file: string): string => file.replace(/\.(?:small|medium)$/, '')
