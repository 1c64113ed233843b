import { Marked, type MarkedExtension, type Tokens } from 'marked'
import { boundedWork, withBoundedNesting } from '#import/markdown/bounded-work.ts'
import { callouts } from '#import/markdown/callouts.ts'
import { footnotes } from '#import/markdown/footnotes.ts'
import { formulas } from '#import/markdown/formulas.ts'
import { embedOf } from '#kernel/embeds.ts'
import { escapeAttribute } from '#kernel/html/entities.ts'
import { EMBED } from '#kernel/html/hooks.ts'

export interface MarkdownOptions {
  /** A line break in a paragraph is kept, as on dev.to and GitHub. */
  breaks?: boolean
}

/** Markdown as GitHub writes it, with footnotes and formulas, as foreign HTML: `cleaned` must follow. */
export function htmlOfMarkdown(text: string, { breaks = false }: MarkdownOptions = {}): string {
  // A new instance each time, because footnotes and the work are counted per text.
  const marked = new Marked(
    { async: false, gfm: true, breaks },
    boundedWork(),
    footnotes(),
    formulas(),
    callouts,
    imagesWithCaptions,
  )
  return convertedWithoutInlineImages(text, (short) => marked.parse(withBoundedNesting(short), { async: false }))
}

/** Images inside the text, as in the Markdown of Google Docs. They would make every step slow. */
const INLINE = /data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]{100,}/g
const PLACE = 'https://inline-image.invalid/'

export function withoutInlineImages(text: string): string {
  return text.replace(INLINE, '')
}

/** Converts a text with short addresses in place of its inline images, and puts the images back. */
function convertedWithoutInlineImages(text: string, convert: (text: string) => string): string {
  const images: string[] = []
  const short = text.replace(INLINE, (image) => `${PLACE}${images.push(image) - 1}`)
  const html = convert(short)
  return images.length === 0 ? html : html.replace(PLACED, (_, number: string) => images[Number(number)] ?? '')
}

const PLACED = /https:\/\/inline-image\.invalid\/(\d{1,6})/g

/** An image alone in its paragraph: the title is its caption, as in Hugo and Ghost. */
const imagesWithCaptions: MarkedExtension = {
  renderer: {
    paragraph({ tokens }) {
      const [image, ...others] = tokens.filter(({ type, raw }) => type !== 'text' || raw.trim() !== '')
      if (image?.type === 'link' && others.length === 0) return embedded(image as Tokens.Link)
      if (image?.type !== 'image' || others.length > 0) return false
      if (!image.title) return `${this.image(image as Tokens.Image)}\n`
      const { title, ...plain } = image as Tokens.Image
      const caption = this.parser.parseInline([{ type: 'text', raw: title ?? '', text: title ?? '' }])
      return `<figure>${this.image({ ...plain, title: null })}<figcaption>${caption}</figcaption></figure>\n`
    },
  },
}

/** An address alone in its paragraph is an embed, if it is of a known service. */
function embedded({ raw, href }: Tokens.Link): string | false {
  const embed = raw === href || raw === `<${href}>` ? embedOf(href) : null
  const address = escapeAttribute(href)
  return embed !== null && `<p><a href="${address}" ${EMBED.provider}="${embed.provider}">${address}</a></p>\n`
}
