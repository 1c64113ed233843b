import { Editor } from '@tiptap/core'
import { withoutEmptyEnd } from '#client/editor/footnotes.ts'
import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'

/** Asks for the text of a new footnote, or of the footnote at a position. */
export function askFootnote(editor: Editor, at: number | null): void {
  const dialog = part(document, '#footnote-dialog', HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const note = new Editor({
    element: part(form, '.note-body', HTMLElement),
    injectCSS: false,
    extensions: editor.options.extensions.filter(({ name }) => name !== 'footnote'),
    content: at === null ? '' : (editor.state.doc.nodeAt(at)?.attrs.html ?? ''),
    editorProps: {
      attributes: { class: 'prose', role: 'textbox', 'aria-multiline': 'true', 'aria-label': editorText().footnote },
      handleKeyDown(_, { key, ctrlKey, metaKey }) {
        if (key === 'Enter' && (ctrlKey || metaKey)) form.requestSubmit()
        return key === 'Enter' && (ctrlKey || metaKey)
      },
    },
  })
  form.onsubmit = (event) => {
    event.preventDefault()
    const { to } = editor.state.selection
    const range = at === null ? { from: to, to } : { from: at, to: at + 1 }
    const html = withoutEmptyEnd(note.getHTML())
    if (html !== '') editor.commands.insertContentAt(range, { type: 'footnote', attrs: { html } })
    else if (at !== null) editor.commands.deleteRange(range)
    dialog.close()
    // Tiptap's own focus command waits for the next frame, and the next key would be lost.
    editor.view.focus()
  }
  dialog.onclose = () => {
    note.destroy()
    editor.commands.focus()
  }
  dialog.showModal()
  note.commands.focus('end')
}
