import { decodeEntities } from '#kernel/html/entities.ts'
import { safeImageSource } from '#kernel/html/urls.ts'

/** Maximum images in one body: each image is a request by every reader. */
export const IMAGES_MAX = 100

/** The number of images in a sanitised body. */
export function imagesIn(html: string): number {
  return html.match(IMAGE)?.length ?? 0
}

/** For bodies stored before the current image rules: removes images that are no longer allowed. */
export function withAllowedImages(html: string): string {
  let shown = 0
  return html.replace(IMAGE, (image, source: string) => {
    if (safeImageSource(decodeEntities(source, 'attribute')) === null) return ''
    shown += 1
    return shown > IMAGES_MAX ? '' : image
  })
}

/** The form that the sanitiser writes: `src` first, and no bare < or > in any value. */
const IMAGE = /<img src="([^"<>]*)"[^<>]*>/g
