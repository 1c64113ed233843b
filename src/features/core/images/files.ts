import type { Image } from '#db/schema/core.ts'
import { randomId } from '#kernel/ids.ts'
import { AVATAR_WIDTH, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { DECODED_SIDE_MAX } from '#kernel/sizes.ts'

/** The accepted image types and the file extensions of their keys. */
export const EXTENSIONS = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const

export type ImageType = keyof typeof EXTENSIONS

export interface Size {
  width: number
  height: number
}

/** Information from the header of a file. */
export interface ImageSize extends Size {
  /** More than three colour channels, or more than eight bits per channel. */
  isDeep: boolean
}

/** An image that has been checked and cleaned and may be stored. */
export interface PreparedImage extends Size {
  type: ImageType
  bytes: Uint8Array
}

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

/*
 * Variants are smaller copies of an image, always WebP. They are derived data: backups do not
 * contain them, and a variant that is missing in the bucket is made again by the next request for
 * it. Comment images are small already.
 */

export type Variant = 'small' | 'medium'

/** The variants of each purpose, largest first. */
const WIDTHS: Record<Image['purpose'], [Variant, number][]> = {
  avatar: [['small', AVATAR_WIDTH]],
  post: [
    ['medium', MEDIUM_WIDTH],
    ['small', SMALL_WIDTH],
  ],
  comment: [],
}

/**
 * The widths in which an image should be stored, largest first. Empty for an image that is not
 * decoded.
 */
export function variantWidths(
  purpose: Image['purpose'],
  image: Size & { type: ImageType },
): [Variant, number][] {
  if (image.type === 'image/gif' || Math.max(image.width, image.height) > DECODED_SIDE_MAX)
    return []
  return WIDTHS[purpose].filter(([, width]) => width < image.width)
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
