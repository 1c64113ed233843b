import type { Editor } from '@tiptap/core'
import type { Command } from '#client/editor/dialogs.ts'
import { delayed } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'

const APPLY_AFTER = 400

/**
 * Shows the document as Markdown in place of the editor, and writes changes back while the author
 * types.
 */
export function sourceView(editor: Editor): Command {
  let source: HTMLTextAreaElement | null = null
  let applied = ''

  const open = async () => {
    const { markdownFrom, nodesFrom } = await import('#client/editor/markdown.ts')
    if (source !== null) return
    applied = markdownFrom(editor)
    const label = editorText().markdownSource
    const area = element('textarea', {
      className: 'markdown-source',
      value: applied,
      ariaLabel: label,
      spellcheck: false,
    })
    const apply = () => {
      if (area.value === applied) return
      applied = area.value
      const { tr, doc, schema } = editor.state
      const nodes = nodesFrom(applied, editor)?.content ?? schema.nodes.paragraph?.create()
      if (nodes) editor.view.dispatch(tr.replaceWith(0, doc.content.size, nodes))
    }
    const applying = delayed(apply)
    area.addEventListener('input', () => applying.in(APPLY_AFTER))
    // A save by key or button reads the document, so the text must be in it by then.
    area.addEventListener('blur', apply)
    area.addEventListener('keydown', ({ ctrlKey, metaKey }) => {
      if (ctrlKey || metaKey) apply()
    })
    source = area
    editor.view.dom.after(area)
    editor.view.dom.style.display = 'none'
    // Before the focus, which scrolls to the caret: in a new text it is at the end.
    area.setSelectionRange(0, 0)
    area.focus()
    refresh()
  }
  const close = () => {
    // Removing it fires `blur`, which applies the last changes.
    source?.blur()
    source?.remove()
    source = null
    editor.view.dom.style.display = ''
    editor.commands.focus()
    refresh()
  }
  // The toolbar shows the new state after a transaction.
  const refresh = () => editor.view.dispatch(editor.state.tr.setMeta('addToHistory', false))
  return { run: () => (source === null ? void open() : close()), isOn: () => source !== null }
}
