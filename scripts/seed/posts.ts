import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Marked, type Tokens } from 'marked'
import * as z from 'zod'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import { inRoot } from '../build/paths.ts'
import { PEOPLE } from './people.ts'

/** The front matter of a file in `posts/`. */
const Facts = z.strictObject({
  title: z.string(),
  /** The name of the author in people.ts. */
  by: z.string(),
  /** Days ago, and the hour (in Shanghai) of that day. */
  ago: z.coerce.number(),
  hour: z.coerce.number(),
  tags: z.string().transform((names) => names.split(', ')),
  /** A file in `images/`: `night-train` is night-train.webp. */
  cover: z.string().optional(),
  /** How popular the post is. */
  appeal: z.coerce.number().default(1),
  /** Posts without a state are public. */
  state: z.enum(['draft', 'pending', 'rejected', 'locked']).optional(),
  /** Why an admin rejected or locked the post. */
  reason: z.string().optional(),
  /** The key of a series in series.ts. Its posts are in the order of their publication. */
  series: z.string().optional(),
  /** What the author says about the use of AI. */
  ai: z.enum(['none', 'helped', 'made']).default('none'),
  /** The title before an edit that no admin has looked at yet. */
  formerTitle: z.string().optional(),
})

export interface DemoPost extends z.infer<typeof Facts> {
  /** Markdown: see `htmlOf`. */
  body: string
  /** One comment per line: see history/comments.ts. */
  talk: string | undefined
}

const FOLDER = inRoot('scripts/seed/posts')
const FILE = /^---\n(.+?)\n---\n(.+?)(?:\n<!-- comments -->\n(.+))?$/s

/** The posts of the demo community, one file for each. */
export function demoPosts(): DemoPost[] {
  return globSync(`${FOLDER}/*/*.md`).map((path) => {
    const [, head = '', body = '', talk] = FILE.exec(readFileSync(path, 'utf8')) ?? []
    const facts = Object.fromEntries(head.split('\n').map((line) => line.split(/: (.*)/, 2)))
    return { ...Facts.parse(facts), body: body.trim(), talk: talk?.trim() }
  })
}

/**
 * Converts Markdown to the HTML that the editor produces. `![a sunrise](sunrise)` shows the image
 * of that name. Formulas, footnotes, embeds and toggles are written as HTML.
 */
export function htmlOf(markdown: string, picture: typeof pictureNamed): string {
  const marked = new Marked({ breaks: true })
  marked.use({
    renderer: {
      code: ({ text, lang }) =>
        `<pre><code${lang ? ` class="language-${lang}"` : ''}>${escapeText(text)}</code></pre>`,
      del({ tokens }) {
        return `<s>${this.parser.parseInline(tokens)}</s>`
      },
      image({ href, text }) {
        const { url, width, height } = picture(href)
        return `<img src="${url}" alt="${escapeAttribute(text)}" width="${width}" height="${height}">`
      },
      paragraph({ tokens }) {
        const images = tokens.filter(({ type }) => type === 'image')
        const isGallery = images.length > 1 && tokens.every(({ type }) => IN_GALLERY.has(type))
        if (!isGallery) return false
        return `<figure class="wide">${this.parser.parseInline(images)}</figure>`
      },
      list({ ordered, items }) {
        const name = ordered ? 'ol' : 'ul'
        const type = items.some(({ task }) => task) ? ' data-type="taskList"' : ''
        return `<${name}${type}>${items.map((item) => this.listitem(item)).join('')}</${name}>`
      },
      listitem({ task, checked, tokens }) {
        const type = task ? ` data-type="taskItem" data-checked="${checked}"` : ''
        const text = tokens.flatMap((token) => ('tokens' in token ? (token.tokens ?? []) : []))
        return `<li${type}><p>${this.parser.parseInline(text)}</p></li>`
      },
      table({ header, rows }) {
        const lines = [header, ...rows].map(
          (row) => `<tr>${row.map((cell) => this.tablecell(cell)).join('')}</tr>`,
        )
        return `<table><tbody>${lines.join('')}</tbody></table>`
      },
      tablecell({ header, tokens }: Tokens.TableCell) {
        const name = header ? 'th' : 'td'
        return `<${name}><p>${this.parser.parseInline(tokens)}</p></${name}>`
      },
    },
  })
  // Line breaks between blocks. Text contains no bare `>`.
  return marked.parse(markdown, { async: false }).replaceAll('>\n', '>')
}

/** A paragraph of nothing else is a gallery: images in consecutive lines. */
const IN_GALLERY = new Set(['image', 'br'])

/** The same name gives the same key, so a repeated seed writes the same objects. */
function keyOf(name: string): string {
  return createHash('sha256').update(`joule demo ${name}`).digest('base64url').slice(0, 22)
}

export const avatarKey = (name: string) => `${keyOf(`avatar ${name}`)}.png`
const pictureKey = (name: string) => `${keyOf(`picture ${name}`)}.webp`

const SIZE = { width: 1200, height: 675 }
const AVATAR_SIZE = { width: 192, height: 192 }

interface Picture {
  url: string
  width: number
  height: number
}

/** The image of `night-train` is images/night-train.webp. */
export function pictureNamed(name: string): Picture {
  return { url: `/images/${pictureKey(name)}`, ...SIZE }
}

export interface StoredPicture {
  /** The name of an image, or of the user whose avatar it is. */
  name: string
  key: string
  type: string
  width: number
  height: number
  bytes: number
}

export interface StoredPictures {
  avatars: StoredPicture[]
  pictures: StoredPicture[]
}

export async function storePictures(
  bucket: R2Bucket,
  names: Iterable<string>,
): Promise<StoredPictures> {
  const store = async (
    name: string,
    key: string,
    file: string,
    size: typeof SIZE,
  ): Promise<StoredPicture> => {
    const content = await readFile(inRoot('scripts/seed', file))
    const type = `image/${file.split('.').at(-1)}`
    await bucket.put(key, content, { httpMetadata: { contentType: type } })
    return { name, key, type, ...size, bytes: content.byteLength }
  }
  const people = PEOPLE.filter(({ hasAvatar }) => hasAvatar)
  const avatars = people.map(({ name }) =>
    store(name, avatarKey(name), `avatars/${name}.png`, AVATAR_SIZE),
  )
  const pictures = [...names].map((name) =>
    store(name, pictureKey(name), `images/${name}.webp`, SIZE),
  )
  return { avatars: await Promise.all(avatars), pictures: await Promise.all(pictures) }
}
