import { type Editor, Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'

const Details = Node.create({
  name: 'details',
  group: 'block',
  content: 'summary block+',
  isolating: true,
  parseHTML: () => [{ tag: 'details' }],
  renderHTML: () => ['details', 0],
  // Always open, because folded content cannot be edited.
  addNodeView: () => () => {
    const dom = element('div', { className: 'details' })
    return { dom, contentDOM: dom }
  },
})

const Summary = Node.create({
  name: 'summary',
  content: 'inline*',
  parseHTML: () => [{ tag: 'details > summary' }],
  renderHTML: () => ['summary', 0],
  addNodeView: () => () => {
    const dom = element('p', { className: 'summary' })
    dom.style.setProperty('--placeholder', JSON.stringify(editorText().summary))
    return { dom, contentDOM: dom }
  },
  addKeyboardShortcuts: () => ({
    Enter({ editor }) {
      const { $from } = editor.state.selection
      return isInSummary(editor) && editor.commands.setTextSelection($from.after() + 1)
    },
    /** In an empty title: removes the toggle around its content. */
    Backspace({ editor }) {
      const { $from, empty } = editor.state.selection
      if (!isInSummary(editor) || !empty || $from.parent.content.size > 0) return false
      const content = $from.node(-1).children.slice(1)
      const { tr } = editor.state
      tr.replaceWith($from.before(-1), $from.after(-1), content)
      editor.view.dispatch(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before(-1)))))
      return true
    },
  }),
})

export const details = [Details, Summary]

const isInSummary = ({ state }: Editor) => state.selection.$from.parent.type.name === 'summary'

/** Puts the current block into a toggle, and the caret into its title. */
export function insertDetails(editor: Editor): void {
  const { tr, schema, selection } = editor.state
  const { $from } = selection
  const [from, to] = [$from.before(), $from.after()]
  const summary = schema.nodes.summary?.create()
  const toggle = summary && schema.nodes.details?.create(null, [summary, $from.parent])
  if (!toggle || !canInsertDetails(editor)) return
  tr.replaceWith(from, to, toggle)
  editor.view.dispatch(tr.setSelection(TextSelection.create(tr.doc, from + 2)).scrollIntoView())
  editor.view.focus()
}

export function canInsertDetails({ state: { selection, schema } }: Editor): boolean {
  const { $from } = selection
  const { details } = schema.nodes
  if (!details || !$from.parent.isTextblock || $from.depth === 0) return false
  return $from.node(-1).canReplaceWith($from.index(-1), $from.indexAfter(-1), details)
}
