import { importDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import {
  attribute,
  descendants,
  type ForeignElement,
  find,
  foreignTree,
  hasClass,
  isElement,
  textIn,
} from '#import/html/foreign-tree.ts'
import { HtmlItems, webAddress } from '#import/html/item.ts'
import type { ImportItem, RefusedItem } from '#import/item.ts'
import { baseName, beginningOf, postText, type SourceFiles } from '#import/source-files.ts'
import { escapeText } from '#kernel/html/entities.ts'

/** The export of Medium: an archive with one HTML file per post. */
export const medium: ImportFormat = {
  name: 'medium',
  async matches(files) {
    const [first] = postsIn(files)
    return first !== undefined && /class="(?:h-entry|p-name)"/.test(await beginningOf(files, first))
  },
  async *read(files) {
    const items = new HtmlItems('medium', { files })
    for (const name of postsIn(files)) {
      const { text, refused } = await postText(files, name)
      if (refused === null) yield itemOf(name, foreignTree(text), items)
      else
        yield items.refuse(
          { id: idOf(nameOf(name)) ?? nameOf(name), title: escapeText(nameOf(name)) },
          refused,
        )
    }
  },
}

/**
 * The files in the folder `posts`, or the files without a folder if the archive has no such folder.
 */
function postsIn({ names }: SourceFiles): string[] {
  const pages = names.filter((name) => /\.html?$/i.test(name)).sort()
  const posts = pages.filter((name) => /(?:^|\/)posts\/[^/]+$/.test(name))
  return posts.length > 0 ? posts : pages.filter((name) => !name.includes('/'))
}

function nameOf(file: string): string {
  return baseName(file).replace(/\.html?$/i, '')
}

function itemOf(name: string, page: ForeignElement, items: HtmlItems): ImportItem | RefusedItem {
  const withClass = (wanted: string) => find(page, (element) => hasClass(element, wanted))
  const textWith = (wanted: string) => textIn(withClass(wanted) ?? '').trim()
  const file = nameOf(name)
  const isDraft = file.startsWith('draft')
  const canonical = attribute(withClass('p-canonical') ?? page, 'href')
  const title = textWith('p-name')
  const subtitle = textWith('p-summary')
  const body = withClass('e-content') ?? page
  const id = idOf(canonical) ?? idOf(file) ?? file
  if (isResponse(body, title, subtitle))
    return items.refuse({ id, secondId: file, title: escapeText(title) }, 'not_a_post')
  prepare(body, title, subtitle)
  const published = withClass('dt-published')
  const author = withClass('p-author')
  const isPublished = !isDraft && canonical !== ''
  const tags = [...descendants(page)].filter((element) => hasClass(element, 'p-tag'))
  return items.item(
    {
      id,
      secondId: file,
      title: escapeText(title),
      html: body,
      summary: escapeText(subtitle),
      tags: tags.map((tag) => textIn(tag)),
      isPublished,
      publishedAt: isPublished && published ? importDate(attribute(published, 'datetime')) : null,
      url: isDraft ? '' : canonical,
      path: pathOf(canonical),
      author: author
        ? {
            key: attribute(author, 'href').replace(/^.*@/, '') || textIn(author),
            name: textIn(author).trim(),
            email: null,
          }
        : null,
    },
    { file: name },
  )
}

/** The hexadecimal id at the end of an address or of a file name; null if there is none. */
function idOf(name: string): string | null {
  return (
    /(?:^|[-_/])([\da-f]{6,16})$/i.exec(name.replace(/[?#].*$/s, ''))?.[1]?.toLowerCase() ?? null
  )
}

/** Null for a post on medium.com, where the path does not belong to a site of the author. */
function pathOf(canonical: string): string | null {
  const address = webAddress(canonical)
  const { hostname, pathname } = new URL(address ?? 'https://medium.com/')
  return hostname === 'medium.com' || pathname === '/' ? null : pathname
}

/**
 * Whether the post is a response to another post. Medium uses its first words as the title, and it
 * has no heading.
 */
function isResponse(body: ForeignElement, title: string, subtitle: string): boolean {
  const grafs = [...descendants(body)].filter((element) => hasClass(element, 'graf'))
  const [first] = grafs
  if (
    first === undefined ||
    subtitle !== '' ||
    first.name !== 'p' ||
    grafs.some(({ name }) => /^h[1-6]$/.test(name))
  )
    return false
  const text = oneLine(textIn(first))
  const start = oneLine(title).replace(/…$/, '').trim()
  return start !== '' && text.startsWith(start)
}

/**
 * Removes the title, the subtitle and the first rule from the body, which repeats them, and raises
 * its headings, which begin at the third level.
 */
function prepare(body: ForeignElement, title: string, subtitle: string): void {
  const all = [...descendants(body)]
  const repeated = new Set<ForeignElement>()
  const titled = all.find(
    (element) =>
      hasClass(element, 'graf--title') ||
      (/^h[1-4]$/.test(element.name) && oneLine(textIn(element)) === oneLine(title)),
  )
  if (titled && oneLine(textIn(titled)) === oneLine(title)) repeated.add(titled)
  const under = all.find((element) => hasClass(element, 'graf--subtitle'))
  if (under && oneLine(textIn(under)) === oneLine(subtitle)) repeated.add(under)
  const rule = all.find((element) => hasClass(element, 'section-divider'))
  if (rule) repeated.add(rule)
  const levels = all.map(({ name }) => (/^h[1-6]$/.test(name) ? Number(name[1]) : 6))
  const up = Math.max(0, levels.reduce((least, level) => Math.min(least, level), 6) - 2)
  for (const element of all) {
    element.children = element.children.filter((child) => !isElement(child) || !repeated.has(child))
    if (/^h[1-6]$/.test(element.name))
      element.name = `h${Math.max(2, Number(element.name[1]) - up)}`
  }
  body.children = body.children.filter((child) => !isElement(child) || !repeated.has(child))
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
