import type { Editor } from '@tiptap/core'
import { setFieldError } from '#client/behaviors/forms/fields.ts'
import type { Command } from '#client/editor/commands.ts'
import { part } from '#client/editor/parts.ts'
import { linkFrom } from '#client/editor/pasted-text.ts'
import { editorText } from '#client/editor/text.ts'
import { linkRemover } from '#features/pages/studio/hooks.ts'

/** Asks for the URL of a link, and for its text if nothing is selected. */
export function linkCommand(editor: Editor): Command {
  const dialog = part(document, '#link-dialog', HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const address = part(form, '[name="address"]', HTMLInputElement)
  const words = part(form, '[name="words"]', HTMLInputElement)
  const remove = part(form, linkRemover.selector, HTMLButtonElement)
  const wordsField = words.closest<HTMLElement>('.field')

  const ask = () => {
    if (editor.isActive('link')) editor.commands.extendMarkRange('link')
    const { empty, from, to } = editor.state.selection
    address.value = editor.getAttributes('link').href ?? ''
    words.value = editor.state.doc.textBetween(from, to, ' ')
    remove.hidden = !editor.isActive('link')
    // The selection is the text of the link.
    if (wordsField) wordsField.hidden = !empty
    setFieldError(address, '')
    dialog.showModal()
    address.select()
  }

  form.addEventListener('submit', (event) => {
    const href = linkFrom(address.value)
    if (href === null) {
      event.preventDefault()
      setFieldError(address, editorText().linkInvalid)
      address.focus()
      return
    }
    const chain = editor.chain().focus()
    if (!editor.state.selection.empty) chain.setLink({ href }).run()
    else {
      const text = words.value.trim() || address.value.trim()
      chain.insertContent([
        { type: 'text', text, marks: [{ type: 'link', attrs: { href } }] },
        { type: 'text', text: ' ' },
      ])
      chain.run()
    }
  })
  remove.addEventListener('click', () => {
    dialog.close()
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
  })
  dialog.addEventListener('close', () => editor.commands.focus())
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    ask()
  })
  return { run: ask, isOn: () => editor.isActive('link'), isPossible: () => !editor.isActive('codeBlock') }
}
