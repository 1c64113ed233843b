import { prepareAvatar, prepareLogo } from '#compute/images/square.ts'
import { preparePostImage } from '#compute/images/strip.ts'
import { variantsOf } from '#compute/images/variants.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import type { ImagePurpose, ImageWithVariants } from '#kernel/image-variants.ts'

export async function postImage(file: Uint8Array): Promise<ImageWithVariants> {
  return withVariants('post', preparePostImage(file))
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
