import { decodeEntities, escapeText } from '#kernel/html/entities.ts'
import type { FIGURE_WIDTHS } from '#kernel/html/hooks.ts'
import { hostOf } from '#kernel/html/links.ts'
import { safeImageSource } from '#kernel/html/urls.ts'
import { COLUMN_SIZES, sizesOf, srcsetOf } from '#kernel/image-widths.ts'

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

/**
 * Offers browsers the variants of stored images. Only images with a width attribute have them,
 * because the layout of those does not depend on the file that the browser chooses.
 */
export function withImageVariants(html: string): string {
  const inFigures = html.replace(
    FIGURE,
    (figure, width: (typeof FIGURE_WIDTHS)[number] | undefined) => {
      const count = imagesIn(figure)
      // Images side by side have the same height.
      const sized =
        count === 1
          ? figure
          : figure.replace(
              IMAGE,
              (image) => `${image.slice(0, -1)} style="flex:${ratioOf(image)}">`,
            )
      return count === 1 && width === undefined
        ? figure
        : withVariants(sized, sizesOf(width, count))
    },
  )
  return withVariants(inFigures, COLUMN_SIZES)
}

/** Figures without another one inside. */
const FIGURE = /<figure(?: class="([a-z]+)")?>(?:(?!<\/?figure[ >]).)*<\/figure>/gs

function withVariants(html: string, sizes: string): string {
  return html.replace(IMAGE, (image, source: string) => {
    const srcset = image.includes(' srcset="')
      ? undefined
      : srcsetOf(source, numberIn(image, 'width'))
    return srcset ? `${image.slice(0, -1)} srcset="${srcset}" sizes="${sizes}">` : image
  })
}

const numberIn = (image: string, name: string) =>
  Number(image.split(` ${name}="`)[1]?.split('"')[0] ?? 0)
const ratioOf = (image: string) =>
  ((numberIn(image, 'width') || 3) / (numberIn(image, 'height') || 2)).toFixed(3)

/** The form that the sanitiser writes: `src` first, and no bare < or > in any value. */
const IMAGE = /<img src="([^"<>]*)"[^<>]*>/g

/** The URL of an image. Null if it is on another site and this site does not show such images. */
export function shownImage(url: string | null, showsExternal: boolean): string | null {
  return url !== null && (showsExternal || isOwn(url)) ? url : null
}

const isOwn = (source: string) => source.startsWith('/')

/**
 * Replaces each image of another site by a link to it, so that the browser of a reader requests
 * nothing from another site. An image inside a link becomes text.
 */
export function withLinkedImages(html: string): string {
  if (!/<img src="(?!\/)/.test(html)) return html
  let isInLink = false
  return html.replace(LINK_OR_IMAGE, (tag, source: string | undefined, rest: string) => {
    if (source === undefined) {
      isInLink = tag !== '</a>'
      return tag
    }
    if (isOwn(source)) return tag
    const alt = / alt="([^"]*)"/.exec(rest)?.[1]
    const text = alt || escapeText(hostOf(decodeEntities(source, 'attribute')) ?? source)
    return isInLink
      ? text
      : `<a class="image-link" href="${source}" rel="nofollow ugc noopener">${text}</a>`
  })
}

const LINK_OR_IMAGE = /<a [^<>]*>|<\/a>|<img src="([^"<>]*)"([^<>]*)>/g
