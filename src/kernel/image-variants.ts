import type { ImageType, PreparedImage, Size } from '#kernel/image-types.ts'
import { AVATAR_WIDTH, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { DECODED_SIDE_MAX } from '#kernel/sizes.ts'

/*
 * Variants are smaller copies of an image, always WebP. They are derived data: backups do not
 * contain them, and a variant that is missing in the bucket is made again by the next request for
 * it. Comment images are small already.
 */

export type Variant = 'small' | 'medium'

export type Variants = Partial<Record<Variant, Uint8Array>>

/** An image that is stored with its variants. */
export interface ImageWithVariants extends PreparedImage {
  variants: Variants
}

export type ImagePurpose = 'avatar' | 'post' | 'comment'

/** The variants of each purpose, largest first. */
const WIDTHS: Record<ImagePurpose, [Variant, number][]> = {
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
  purpose: ImagePurpose,
  image: Size & { type: ImageType },
): [Variant, number][] {
  if (image.type === 'image/gif' || Math.max(image.width, image.height) > DECODED_SIDE_MAX)
    return []
  return WIDTHS[purpose].filter(([, width]) => width < image.width)
}
