import { decodeEntities } from '#kernel/html/entities.ts'
import { safeImageSource } from '#kernel/html/urls.ts'

/** The images of one body: each is a request by every reader. */
export const IMAGES_MAX = 100

/** How many images a sanitised body shows. */
export function imagesIn(html: string): number {
  return html.match(IMAGE)?.length ?? 0
}

/** For a body that was stored before the rules for images: an image that they refuse today is not shown. */
export function withAllowedImages(html: string): string {
  let shown = 0
  return html.replace(IMAGE, (image, source: string) => {
    if (safeImageSource(decodeEntities(source, 'attribute')) === null) return ''
    shown += 1
    return shown > IMAGES_MAX ? '' : image
  })
}

/** As the sanitiser writes it: the source first, and no bare > in any value. */
const IMAGE = /<img src="([^"]*)"[^>]*>/g
