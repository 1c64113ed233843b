import { Marked, type MarkedExtension, type Token, type Tokens } from 'marked'
import { boundedWork, withBoundedNesting } from '#import/markdown/bounded-work.ts'
import { callouts } from '#import/markdown/callouts.ts'
import { embedOf } from '#kernel/embeds.ts'
import { escapeAttribute } from '#kernel/html/entities.ts'
import { EMBED, NOTE, TASK, TEX } from '#kernel/html/hooks.ts'

export interface MarkdownOptions {
  /** A line break in a paragraph is kept, as on dev.to and GitHub. */
  breaks?: boolean
}

/**
 * Converts Markdown as GitHub defines it, with footnotes and formulas, to foreign HTML, which must
 * then be converted by `cleaned`.
 */
export function htmlOfMarkdown(text: string, { breaks = false }: MarkdownOptions = {}): string {
  // Every text gets a new instance, because footnotes and the work are counted per text.
  const marked = new Marked(
    { async: false, gfm: true, breaks },
    boundedWork(),
    footnotes(),
    formulas(),
    callouts,
    imagesWithCaptions,
  )
  return convertedWithoutInlineImages(text, (short) =>
    marked.parse(withBoundedNesting(short), { async: false }),
  )
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
  return images.length === 0
    ? html
    : html.replace(PLACED, (_, number: string) => images[Number(number)] ?? '')
}

const PLACED = /https:\/\/inline-image\.invalid\/(\d{1,6})/g

/** The title of an image alone in its paragraph is its caption, as in Hugo and Ghost. */
const imagesWithCaptions: MarkedExtension = {
  renderer: {
    paragraph({ tokens }) {
      const [image, ...others] = tokens.filter(
        ({ type, raw }) => type !== 'text' || raw.trim() !== '',
      )
      if (image?.type === 'link' && others.length === 0) {
        const link = image as Tokens.Link
        return embedded(link, this.parser.parseInline(link.tokens))
      }
      if (image?.type !== 'image' || others.length > 0) return false
      if (!image.title) return `${this.image(image as Tokens.Image)}\n`
      const { title, ...plain } = image as Tokens.Image
      const caption = this.parser.parseInline([
        { type: 'text', raw: title ?? '', text: title ?? '' },
      ])
      return `<figure>${this.image({ ...plain, title: null })}<figcaption>${caption}</figcaption></figure>\n`
    },
  },
}

/**
 * A bare address alone in its paragraph is an embed, if it belongs to a known service. So is a link
 * whose title is the name of the service: its text is the title of the embed, as markdown.ts writes
 * it.
 */
function embedded({ raw, href, title }: Tokens.Link, html: string): string | false {
  const embed = embedOf(href)
  if (embed === null) return false
  const isBare = raw === href || raw === `<${href}>`
  if (!isBare && title !== embed.name) return false
  const address = escapeAttribute(href)
  const shown = isBare ? address : html.replace(/<[^<>]*>/g, '')
  return `<p><a href="${address}" ${EMBED.provider}="${embed.provider}">${shown}</a></p>\n`
}

/**
 * `$x$` in a line and `$$x$$` as a block are formulas, with the rules of Pandoc: `$5 and $6` is no
 * formula.
 */
function formulas(): MarkedExtension {
  const renderer = ({ type, tex }: Tokens.Generic) =>
    type === 'formula'
      ? `<span ${TEX}="${escapeAttribute(tex)}"></span>`
      : `<div ${TEX}="${escapeAttribute(tex)}"></div>\n`
  return {
    extensions: [
      {
        name: 'formulaBlock',
        level: 'block',
        tokenizer(source) {
          const [open] = /^ {0,3}\$\$[ \t]*\n/.exec(source) ?? []
          const close = open === undefined ? -1 : source.indexOf('\n$$', open.length - 1)
          if (open === undefined || close === -1) return undefined
          const [end] = /^\n\$\$[ \t]*(?:\n|$)/.exec(source.slice(close, close + 100)) ?? []
          if (end === undefined) return undefined
          return {
            type: 'formulaBlock',
            raw: source.slice(0, close + end.length),
            tex: source.slice(open.length, close),
          }
        },
        renderer,
      },
      {
        name: 'formula',
        level: 'inline',
        start: (source) => {
          const start = source.indexOf('$')
          return start === -1 ? undefined : start
        },
        tokenizer(source) {
          const [raw, block, inline] = FORMULA.exec(source) ?? []
          if (raw === undefined) return undefined
          return {
            type: block === undefined ? 'formula' : 'formulaBlock',
            raw,
            tex: block ?? inline,
          }
        },
        renderer,
      },
    ],
    // Stars in a formula do not end an emphasis.
    hooks: {
      emStrongMask: (source) => source.replace(MASKED, (raw) => `$${'a'.repeat(raw.length - 2)}$`),
    },
  }
}

const FORMULA = /^\$\$((?:\\.|[^$\\])+)\$\$|^\$(?!\s)((?:\\.|[^$\\])+)(?<!\s)\$(?!\d)/s
const MASKED = /(?<![\\$])\$(?![\s$])(?:\\.|[^$\\])+(?<!\s)\$(?!\d)/gs

interface Note {
  number: number
  tokens: Token[]
}

/**
 * `[^1]` becomes a raised number, and `[^1]: text` an item of a list at the end. The site allows no
 * ids, so attributes mark both, and pages add the links.
 */
function footnotes(): MarkedExtension {
  const notes = new Map<string, Note>()
  let used = 0
  return {
    extensions: [
      {
        name: 'footnote',
        level: 'block',
        tokenizer(source) {
          const [raw, label = '', text = ''] = DEFINITION.exec(source) ?? []
          if (raw === undefined) return undefined
          const content = text.replace(/^(?: {4}|\t)/gm, '')
          const key = label.toLowerCase()
          if (!notes.has(key))
            notes.set(key, { number: 0, tokens: this.lexer.blockTokens(content, []) })
          return { type: 'footnote', raw }
        },
        renderer: () => '',
      },
      {
        name: 'footnoteReference',
        level: 'inline',
        // Blocks are read before the text in them, so all notes are defined here.
        tokenizer(source) {
          const [raw, label = ''] = REFERENCE.exec(source) ?? []
          const note = notes.get(label.toLowerCase())
          if (raw === undefined || note === undefined) return undefined
          if (note.number === 0) {
            used += 1
            note.number = used
          }
          return { type: 'footnoteReference', raw, number: note.number }
        },
        renderer: ({ number }: Tokens.Generic) =>
          `<sup ${NOTE.reference}="${number}">${number}</sup>`,
      },
      {
        name: 'footnotes',
        renderer() {
          // Notes without a reference have the number 0 and are last.
          const rank = ({ number }: Note) => (number === 0 ? Number.MAX_SAFE_INTEGER : number)
          const items = [...notes.values()].sort((a, b) => rank(a) - rank(b))
          return `<ol ${TASK.kind}="${NOTE.list}">${items.map(({ tokens }) => `<li>${this.parser.parse(tokens)}</li>`).join('\n')}</ol>\n`
        },
      },
    ],
    hooks: {
      processAllTokens(tokens) {
        return notes.size === 0 ? tokens : [...tokens, { type: 'footnotes', raw: '' }]
      },
    },
  }
}

/** The following lines belong to the note if they are indented. */
const DEFINITION =
  /^\[\^([^\]\n]{1,100})\]:[ \t]*([^\n]*(?:\n|$)(?:(?:[ \t]*\n){0,3}(?: {4}|\t)[^\n]*(?:\n|$))*)/
const REFERENCE = /^\[\^([^\]\n]{1,100})\]/
