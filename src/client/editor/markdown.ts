import { type Editor, getHTMLFromFragment } from '@tiptap/core'
import { DOMParser as DocumentParser, Fragment, type Node, Slice } from '@tiptap/pm/model'
import { listOfNotes, numbered, storedForm } from '#client/editor/footnotes.ts'
import { withinLevels } from '#client/editor/pasted-text.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { NOTE, TASK } from '#kernel/html/hooks.ts'
import { markdownOf } from '#kernel/html/markdown.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

/** Markdown as a slice of the document. Null if it is empty. */
export function nodesFrom(markdown: string, { schema }: Editor): Slice | null {
  const made = asPage(htmlOfMarkdown(markdown))
  markTasks(made)
  const page = asPage(withinLevels(sanitiseHtml(made.innerHTML)))
  const { content } = DocumentParser.fromSchema(schema).parse(page)
  const isEmpty =
    content.childCount === 1 && content.firstChild?.content.size === 0 && !content.firstChild.isAtom
  return isEmpty && markdown.trim() === '' ? null : new Slice(content, 0, 0)
}

/** Parses HTML into a document in which no script runs and no image is requested. */
const asPage = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/**
 * Marks items that begin with a checkbox, as the editor stores tasks. The sanitiser removes the
 * checkbox itself.
 */
function markTasks(page: HTMLElement): void {
  for (const box of page.querySelectorAll('li > input, li > p > input')) {
    const item = box.closest('li')
    item?.setAttribute(TASK.checked, String(box.hasAttribute('checked')))
    item?.parentElement?.setAttribute(TASK.kind, 'taskList')
  }
}

/**
 * The document as Markdown from which `nodesFrom` reads the same document. A block that Markdown
 * cannot express is written as HTML.
 */
export function markdownFrom(editor: Editor): string {
  const nodes = [...editor.state.doc.children]
  // The empty last line, which only the caret needs, is left out.
  while (nodes.at(-1)?.type.name === 'paragraph' && nodes.at(-1)?.childCount === 0) nodes.pop()
  const htmls = nodes.map((node) => htmlOf([node], editor))
  const isMarkdown = nodes.map((node, index) => {
    const { blocks, notes } = numbered(htmls.slice(index, index + 1))
    const markdown = asMarkdown(blocks.join(''))
    // Markdown numbers the references that are written in Markdown. It has no number for a
    // reference that is written as HTML.
    if (markdown.includes(`<sup ${NOTE.reference}="`)) return false
    return isSame([markdown, ...notes.map(definitionIn(editor))].join('\n\n'), [node], editor)
  })
  // Markdown numbers the notes in the order of their references in Markdown. References in HTML
  // come after these.
  const order = [...nodes.keys()].sort(
    (one, other) => Number(isMarkdown[other]) - Number(isMarkdown[one]) || one - other,
  )
  const { blocks, notes } = numbered(order.map((index) => htmls[index] ?? ''))
  const written = nodes.map((_, index) => {
    const html = blocks[order.indexOf(index)] ?? ''
    return isMarkdown[index] ? asMarkdown(html) : asLine(html)
  })
  const definitions = notes.map(definitionIn(editor)).join('\n\n')
  const together = [...written, definitions].join('\n\n').trimEnd()
  // Without the border, two lists would become one list, and a list would become a part of the item
  // before it.
  return isSame(together, nodes, editor)
    ? together
    : [...written, definitions].join(`\n\n${BORDER}\n\n`)
}

/**
 * Markdown has no toggles, so other programs show only the content of one. A toggle that contains
 * another one is written as HTML.
 */
function asMarkdown(html: string): string {
  const summaryEnd = html.indexOf(SUMMARY_END) + SUMMARY_END.length
  const isToggle =
    html.startsWith('<details>') && html.lastIndexOf('<details>') === 0 && html.endsWith(TOGGLE_END)
  if (!isToggle) return markdownOf(html).trimEnd()
  const content = html.slice(summaryEnd, -TOGGLE_END.length)
  return `${asLine(html.slice(0, summaryEnd))}\n\n${markdownOf(content)}\n${TOGGLE_END}`
}

const SUMMARY_END = '</summary>'
const TOGGLE_END = '</details>'

const asLine = (html: string) => html.replaceAll('\n', '&#10;')

/** Defines a note by its index. */
function definitionIn(editor: Editor) {
  return (note: string, index: number) => {
    const markdown = asMarkdown(listOfNotes([note]))
    const read =
      nodesFrom(`x[^1]\n\n${markdown}`, editor)?.content.firstChild?.lastChild?.attrs.html ?? ''
    const isLossless = sanitiseHtml(read) === sanitiseHtml(note)
    return (isLossless ? markdown : `[^1]: ${asLine(note)}`).replace('[^1]', `[^${index + 1}]`)
  }
}

/**
 * A comment between two blocks that Markdown would join. It ends the block before it, and the
 * sanitiser removes it.
 */
const BORDER = '<!-- -->'

const htmlOf = (nodes: Fragment | Node[], { schema }: Editor) =>
  getHTMLFromFragment(Fragment.from(nodes), schema)

/** Whether both are stored as the same body. */
function isSame(markdown: string, nodes: Node[], editor: Editor): boolean {
  const read = nodesFrom(markdown, editor)
  const stored = (content: Fragment | Node[]) => sanitiseHtml(storedForm(htmlOf(content, editor)))
  return read !== null && stored(read.content) === stored(nodes)
}
