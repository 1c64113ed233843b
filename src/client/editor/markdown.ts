import { type Editor, getHTMLFromFragment } from '@tiptap/core'
import { DOMParser as DocumentParser, Fragment, type Node, Slice } from '@tiptap/pm/model'
import { withinLevels } from '#client/editor/pasted-text.ts'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { TASK } from '#kernel/html/hooks.ts'
import { markdownOf } from '#kernel/html/markdown.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'

/** Markdown as a slice of the document; null if it is empty. */
export function nodesFrom(markdown: string, { schema }: Editor): Slice | null {
  const made = asPage(htmlOfMarkdown(markdown))
  markTasks(made)
  const page = asPage(withinLevels(sanitiseHtml(made.innerHTML)))
  const { content } = DocumentParser.fromSchema(schema).parse(page)
  const isEmpty = content.childCount === 1 && content.firstChild?.content.size === 0 && !content.firstChild.isAtom
  return isEmpty && markdown.trim() === '' ? null : new Slice(content, 0, 0)
}

/** A document without scripts and without requests for images. */
const asPage = (html: string) => new DOMParser().parseFromString(html, 'text/html').body

/** Marks items that begin with a checkbox, as the editor stores tasks. The sanitiser removes the checkbox itself. */
function markTasks(page: HTMLElement): void {
  for (const box of page.querySelectorAll('li > input, li > p > input')) {
    const item = box.closest('li')
    item?.setAttribute(TASK.checked, String(box.hasAttribute('checked')))
    item?.parentElement?.setAttribute(TASK.kind, 'taskList')
  }
}

/** The document as Markdown that `nodesFrom` reads as the same document. A block without such a form is written as HTML. */
export function markdownFrom(editor: Editor): string {
  const nodes = [...editor.state.doc.children]
  // The empty last line that the caret needs.
  while (nodes.at(-1)?.type.name === 'paragraph' && nodes.at(-1)?.childCount === 0) nodes.pop()
  const blocks = nodes.map((node) => {
    const html = htmlOf([node], editor)
    const markdown = markdownOf(html).trimEnd()
    return isSame(markdown, [node], editor) ? markdown : html.replaceAll('\n', '&#10;')
  })
  const together = blocks.join('\n\n')
  // Two lists would become one list, and a list a part of the item before it.
  return isSame(together, nodes, editor) ? together : blocks.join(`\n\n${BORDER}\n\n`)
}

/** A comment ends the block before it, and the sanitiser removes it. */
const BORDER = '<!-- -->'

const htmlOf = (nodes: Fragment | Node[], { schema }: Editor) => getHTMLFromFragment(Fragment.from(nodes), schema)

/** Whether both are stored as the same body. */
function isSame(markdown: string, nodes: Node[], editor: Editor): boolean {
  const read = nodesFrom(markdown, editor)
  return read !== null && sanitiseHtml(htmlOf(read.content, editor)) === sanitiseHtml(htmlOf(nodes, editor))
}
