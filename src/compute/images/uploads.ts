import { prepareAvatar, prepareLogo } from '#compute/images/square.ts'
import { preparePostImage } from '#compute/images/strip.ts'
import { variantsOf } from '#compute/images/variants.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import type { ImagePurpose, ImageWithVariants } from '#kernel/image-variants.ts'

/** `bytes` is null if nothing was removed: a copy of the file costs more than the check. */
type CheckedImage = Omit<PreparedImage, 'bytes'> & { bytes: Uint8Array | null }

export async function postImage(file: Uint8Array): Promise<CheckedImage> {
  const image = preparePostImage(file)
  return isEqual(image.bytes, file) ? { ...image, bytes: null } : image
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  // Not `every`, whose function would be called for each of a million bytes.
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false
  return true
}

export async function avatar(file: Uint8Array): Promise<ImageWithVariants> {
  return withVariants('avatar', await prepareAvatar(file))
}

export async function logo(
  file: Uint8Array,
): Promise<{ small: ImageWithVariants; large: ImageWithVariants }> {
  const { small, large } = await prepareLogo(file)
  return { small: await withVariants('avatar', small), large: await withVariants('avatar', large) }
}

async function withVariants(
  purpose: ImagePurpose,
  image: PreparedImage,
): Promise<ImageWithVariants> {
  return { ...image, variants: await variantsOf(purpose, image) }
}
