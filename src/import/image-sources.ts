import { decodeEntities, escapeAttribute } from '#kernel/html/entities.ts'

/** Replaces the `src` of images and changes nothing else: a post of another Joule site must stay the same. */
export function withSources(html: string, replace: (source: string) => string): string {
  return html.replace(IMAGE, (image) =>
    image.replace(SOURCE, (_, before: string, source: string) => {
      return `${before}${escapeAttribute(replace(decodeEntities(source, 'attribute')))}"`
    }),
  )
}

/** Readers write attributes in double quotes, and no bare < or > in any value. */
const IMAGE = /<img [^<>]*>/g
const SOURCE = /( src=")([^"]*)"/
