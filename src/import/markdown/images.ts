import type { MarkedExtension, Tokens } from 'marked'

/** An image alone in its paragraph: the title is its caption, as in Hugo and Ghost. */
export const imagesWithCaptions: MarkedExtension = {
  renderer: {
    paragraph({ tokens }) {
      const [image, ...others] = tokens.filter(({ type, raw }) => type !== 'text' || raw.trim() !== '')
      if (image?.type !== 'image' || others.length > 0 || !image.title) return false
      const { title, ...plain } = image as Tokens.Image
      const caption = this.parser.parseInline([{ type: 'text', raw: title ?? '', text: title ?? '' }])
      return `<figure>${this.image({ ...plain, title: null })}<figcaption>${caption}</figcaption></figure>\n`
    },
  },
}
