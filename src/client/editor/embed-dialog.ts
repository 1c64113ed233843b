import type { Editor } from '@tiptap/core'
import { setFieldError } from '#client/behaviors/forms/fields.ts'
import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { embedOf } from '#kernel/embeds.ts'

/** Asks for the address of a video or the like. */
export function askEmbed(editor: Editor): void {
  const dialog = part(document, '#embed-dialog', HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const address = part(form, '[name="embed"]', HTMLInputElement)
  address.value = ''
  setFieldError(address, '')
  form.onsubmit = (event) => {
    const href = address.value.trim()
    if (embedOf(href) !== null) {
      editor.commands.insertContent({ type: 'embed', attrs: { href } })
      return
    }
    event.preventDefault()
    setFieldError(address, editorText().notAnEmbed)
  }
  dialog.onclose = () => editor.commands.focus()
  dialog.showModal()
}
