import type { Image } from '#db/schema/core.ts'
import type { ImageType, Size } from '#features/core/images/image-type.ts'
import { AVATAR_WIDTH, MEDIUM_WIDTH, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { DECODED_SIDE_MAX } from '#kernel/sizes.ts'

/*
 * Variants are smaller copies of an image, always WebP. They are derived data: backups do not contain them, and a variant that is missing
 * in the bucket is made again by the next request for it. Comment images are small already.
 */

export type Variant = 'small' | 'medium'

const WIDTHS: Record<Image['purpose'], Partial<Record<Variant, number>>> = {
  avatar: { small: AVATAR_WIDTH },
  post: { small: SMALL_WIDTH, medium: MEDIUM_WIDTH },
  comment: {},
}

/** The widths in which an image should be stored, largest first. None for an image that is not decoded. */
export function variantWidths(purpose: Image['purpose'], image: Size & { type: ImageType }): [Variant, number][] {
  if (image.type === 'image/gif' || Math.max(image.width, image.height) > DECODED_SIDE_MAX) return []
  const { medium, small } = WIDTHS[purpose]
  const widths: [Variant, number | undefined][] = [
    ['medium', medium],
    ['small', small],
  ]
  return widths.flatMap(([name, width]) => (width !== undefined && width < image.width ? [[name, width]] : []))
}

export const VARIANT_TYPE = 'image/webp'

/** The name of a variant in the bucket. No image key has this form, so `/images/:key` never serves it directly. */
export const variantFile = (key: string, variant: Variant) => `${key}.${variant}`

/** Everything that the bucket may contain for an image. */
export const filesOf = (key: string) => [key, variantFile(key, 'small'), variantFile(key, 'medium')]

/** The key of the image to which a file in the bucket belongs. */
export const imageOfFile = (file: string) => file.replace(/\.(?:small|medium)$/, '')
