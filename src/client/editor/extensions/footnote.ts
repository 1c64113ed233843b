import { getHTMLFromFragment, Node } from '@tiptap/core'
import {
  type Node as DocumentNode,
  DOMParser as DocumentParser,
  type Schema,
} from '@tiptap/pm/model'
import { askFootnote } from '#client/editor/dialogs.ts'
import { updating } from '#client/editor/extensions/attribute-menu.ts'
import { editSelected } from '#client/editor/extensions/formula.ts'
import { element } from '#client/elements.ts'
import { NOTE, TASK } from '#kernel/html/hooks.ts'

/** A reference together with its note. Style sheets number it. */
export const footnote = Node.create({
  name: 'footnote',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({ html: { default: '', rendered: false } }),
  parseHTML() {
    const schema = () => this.editor?.schema ?? null
    const getAttrs = (dom: HTMLElement) => {
      takeNotes(dom.getRootNode(), schema())
      const html = dom.getAttribute(NOTE.inEditor)
      return html === null ? false : { html }
    }
    return [
      { tag: `sup[${NOTE.inEditor}], sup[${NOTE.reference}]`, priority: 60, getAttrs },
      {
        tag: NOTES,
        priority: 60,
        ignore: true,
        getAttrs: (list) => {
          takeNotes(list.getRootNode(), schema())
          // Notes without a reference stay in the text.
          return list.childElementCount === 0 ? null : false
        },
      },
    ]
  },
  renderHTML: ({ node }) => ['sup', { [NOTE.inEditor]: node.attrs.html }, '*'],
  renderText: ({ node }) => ` (${textOf(node.attrs.html)})`,
  addKeyboardShortcuts: () => ({
    Enter: ({ editor }) => editSelected(editor, 'footnote', askFootnote),
  }),
  addNodeView() {
    return ({ node, getPos }) => {
      const dom = element('sup', { className: 'footnote' })
      const show = ({ attrs }: DocumentNode) => {
        dom.title = textOf(attrs.html)
      }
      show(node)
      dom.addEventListener('click', () => askFootnote(this.editor, getPos() ?? null))
      return { dom, update: updating(node, show), ignoreMutation: () => true }
    }
  },
})

const NOTES = `ol[${TASK.kind}="${NOTE.list}"]`

/** Moves the notes of a stored body from their list into the references. */
function takeNotes(root: globalThis.Node, schema: Schema | null): void {
  if (!(root instanceof Document || root instanceof Element) || schema === null) return
  const list = [...root.querySelectorAll(NOTES)].at(-1)
  const notes = [...(list?.children ?? [])]
  const used = new Set<Element>()
  for (const reference of root.querySelectorAll(`sup[${NOTE.reference}]`)) {
    const note = notes[Number(reference.getAttribute(NOTE.reference)) - 1]
    reference.removeAttribute(NOTE.reference)
    if (!note || note.contains(reference)) continue
    const { content } = DocumentParser.fromSchema(schema).parse(note)
    reference.setAttribute(NOTE.inEditor, getHTMLFromFragment(content, schema))
    used.add(note)
  }
  for (const note of used) note.remove()
}

const textOf = (html: string) =>
  new DOMParser().parseFromString(html, 'text/html').body.textContent ?? ''
