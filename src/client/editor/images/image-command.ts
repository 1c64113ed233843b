import type { Editor } from '@tiptap/core'
import type { Command } from '#client/editor/commands.ts'
import { insertImages } from '#client/editor/extensions/uploads.ts'

/** Opens the file dialog. Pasting and dropping are in client/editor/extensions/uploads.ts. */
export function imageCommand(editor: Editor, input: HTMLInputElement): Command {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // Choosing the same file again must count as a choice again.
    input.value = ''
    insertImages(editor.view, files, editor.state.selection.from)
    editor.commands.focus()
  })
  return { run: () => input.click() }
}
