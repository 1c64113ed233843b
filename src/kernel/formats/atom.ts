import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'

export interface Feed {
  title: string
  subtitle: string
  language: string
  origin: string
  /** The path of the feed itself, and the path of the page whose posts it contains. */
  selfPath: string
  pagePath: string
  author: Author | null
  /** Path of a square image of the site. */
  iconPath: string
  entries: Entry[]
}

export interface Entry {
  path: string
  title: string
  author: Author
  published: string
  updated: string
  tags: string[]
  summary: string
  /** Sanitised HTML; null if it is too large for a feed. */
  content: string | null
}

interface Author {
  name: string
  path: string
}

/** An Atom feed (RFC 4287). All URLs are absolute, also inside the posts. */
export function atomFeed(feed: Feed): string {
  const { origin, selfPath, pagePath, author, entries } = feed
  // A feed without entries has the epoch as its date.
  const updated = entries.reduce(
    (latest, entry) => (entry.updated > latest ? entry.updated : latest),
    EPOCH,
  )
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${attribute(feed.language)}">`,
    `<id>${text(origin + selfPath)}</id>`,
    `<title>${text(feed.title)}</title>`,
    `<subtitle>${text(feed.subtitle)}</subtitle>`,
    `<link rel="self" type="application/atom+xml" href="${attribute(origin + selfPath)}"/>`,
    `<link rel="alternate" type="text/html" href="${attribute(origin + pagePath)}"/>`,
    `<updated>${updated}</updated>`,
    `<icon>${text(origin + feed.iconPath)}</icon>`,
    author === null ? '' : authorElement(author, origin),
    ...entries.map((entry) => entryElement(entry, origin)),
    '</feed>\n',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const EPOCH = new Date(0).toISOString()

function entryElement(
  { path, title, author, published, updated, tags, summary, content }: Entry,
  origin: string,
) {
  return [
    '<entry>',
    `<id>${text(origin + path)}</id>`,
    `<title>${text(title)}</title>`,
    `<link rel="alternate" type="text/html" href="${attribute(origin + path)}"/>`,
    `<published>${published}</published>`,
    `<updated>${updated}</updated>`,
    authorElement(author, origin),
    ...tags.map((tag) => `<category term="${attribute(tag)}"/>`),
    `<summary>${text(summary)}</summary>`,
    content === null
      ? ''
      : `<content type="html">${text(absolute(content, origin, path))}</content>`,
    '</entry>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

function authorElement({ name, path }: Author, origin: string): string {
  return `<author><name>${text(name)}</name><uri>${text(origin + path)}</uri></author>`
}

/** Sanitised HTML has every attribute in double quotes. */
function absolute(html: string, origin: string, path: string): string {
  return html.replace(/ (src|href)="([/#])/g, (_, name: string, first: string) =>
    first === '/' ? ` ${name}="${origin}/` : ` ${name}="${origin}${path}#`,
  )
}

const text = (value: string) => escapeText(readableInXml(value))
const attribute = (value: string) => escapeAttribute(readableInXml(value))

function readableInXml(value: string): string {
  return value.toWellFormed().replace(FORBIDDEN_IN_XML, '')
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const FORBIDDEN_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
