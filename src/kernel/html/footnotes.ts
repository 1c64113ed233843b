import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import { NOTE, TASK } from '#kernel/html/hooks.ts'

/** Links the references in a sanitised body to the notes, and each note to its first reference. */
export function withLinkedFootnotes(
  html: string,
  text: { footnotes: string; backToText: string },
): string {
  const notes = notesIn(html)
  if (notes === null) return html
  const { start, end, items } = notes
  const linked = new Set<number>()
  const before = withLinks(html.slice(0, start), items.length, linked)
  const after = withLinks(html.slice(end), items.length, linked)
  let list = `${LIST.slice(0, -1)} aria-label="${escapeAttribute(text.footnotes)}">`
  for (const [index, item] of items.entries()) {
    const number = index + 1
    const label = `<span class="visually-hidden">${escapeText(text.backToText)}</span>`
    const back = ` <a href="#note-${number}-ref" role="doc-backlink"><span aria-hidden="true">↩</span>${label}</a>`
    // The link back to the text belongs in the last line of the note.
    const [inside, close] = item.endsWith('</p>')
      ? [item.slice(0, -'</p>'.length), '</p>']
      : [item, '']
    list += `<li id="note-${number}"${inside}${linked.has(number) ? back : ''}${close}</li>`
  }
  return before + list + after
}

const LIST = `<ol ${TASK.kind}="${NOTE.list}">`

/**
 * The last list of notes: its position, the position of its end tag, and its items without `<li`
 * and `</li>`.
 */
function notesIn(html: string): { start: number; end: number; items: string[] } | null {
  const start = html.lastIndexOf(LIST)
  if (start === -1) return null
  const items: string[] = []
  let depth = 0
  let from = 0
  TAG.lastIndex = start + LIST.length
  for (let tag = TAG.exec(html); tag !== null; tag = TAG.exec(html)) {
    const isStart = tag[1] === ''
    if (tag[2] !== 'i') depth += isStart ? 1 : -1
    else if (depth === 0 && isStart) from = TAG.lastIndex
    else if (depth === 0) items.push(html.slice(from, tag.index))
    if (depth < 0) return { start, end: tag.index, items }
  }
  return null
}

/** The name of a start or end tag of a list or an item. */
const TAG = /<(\/?)(?:[ou]l|l(i))(?=[ >])/g

/** A link cannot contain another link. */
function withLinks(html: string, count: number, linked: Set<number>): string {
  let isInLink = false
  return html.replace(REFERENCE_OR_LINK, (tag, digits: string | undefined) => {
    if (digits === undefined) isInLink = tag !== '</a>'
    const number = Number(digits)
    if (isInLink || !(number <= count)) return tag
    const id = linked.has(number) ? '' : ` id="note-${number}-ref"`
    linked.add(number)
    return `<sup><a href="#note-${number}"${id} role="doc-noteref">${number}</a></sup>`
  })
}

const REFERENCE_OR_LINK = new RegExp(
  `<a [^<>]*>|</a>|<sup ${NOTE.reference}="(\\d+)">[^<>]*</sup>`,
  'g',
)
