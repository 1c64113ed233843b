import { type Editor, Extension, findParentNode } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import { Plugin } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type NodeView } from '@tiptap/pm/view'
import { copyOf } from '#client/editor/parts.ts'
import { element } from '#client/elements.ts'
import { closest, read } from '#client/hooks.ts'
import { tableTool } from '#features/pages/studio/hooks.ts'

/**
 * Tables have no widths and no alignment, because screens differ and the sanitiser removes both.
 */
const spans = () => ({ colspan: { default: 1 }, rowspan: { default: 1 } })

const PlainTable = Table.extend({
  renderHTML: () => ['table', ['tbody', 0]],
  addNodeView() {
    return () => frame(this.editor)
  },
})

/** Marks the table that contains the caret. Only that table shows its tools. */
const tableAtHand = Extension.create({
  name: 'tableAtHand',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        decorations(state) {
          const table = findParentNode((node) => node.type.name === 'table')(state.selection)
          if (!table) return null
          const { pos, node } = table
          return DecorationSet.create(state.doc, [
            Decoration.node(pos, pos + node.nodeSize, { class: 'at-hand' }),
          ])
        },
      },
    }),
  ],
})

export const tables = [
  PlainTable,
  TableRow,
  TableHeader.extend({ addAttributes: spans }),
  TableCell.extend({ addAttributes: spans }),
  tableAtHand,
]

const COMMANDS: Record<string, (editor: Editor) => boolean> = {
  rowAbove: (editor) => editor.chain().focus().addRowBefore().run(),
  rowBelow: (editor) => editor.chain().focus().addRowAfter().run(),
  rowRemove: (editor) => editor.chain().focus().deleteRow().run(),
  columnLeft: (editor) => editor.chain().focus().addColumnBefore().run(),
  columnRight: (editor) => editor.chain().focus().addColumnAfter().run(),
  columnRemove: (editor) => editor.chain().focus().deleteColumn().run(),
  headerRow: (editor) => editor.chain().focus().toggleHeaderRow().run(),
  remove: (editor) => editor.chain().focus().deleteTable().run(),
}

function frame(editor: Editor): NodeView {
  const tools = copyOf('table-tools')
  const body = element('tbody')
  const box = element('div', { className: 'table-box' }, element('table', {}, body))
  const dom = element('div', { className: 'table-frame' }, tools, box)
  // A press on a tool must not move the caret out of its cell.
  tools.addEventListener('mousedown', (event) => event.preventDefault())
  tools.addEventListener('click', ({ target }) => {
    const tool = closest(tableTool, target)
    if (tool) COMMANDS[read(tableTool, tool).name]?.(editor)
  })
  return {
    dom,
    contentDOM: body,
    update: (node) => node.type.name === 'table',
    stopEvent: ({ target }) => target instanceof Node && tools.contains(target),
    ignoreMutation: ({ target }) => !body.contains(target),
  }
}
