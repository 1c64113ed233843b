import type { Editor } from '@tiptap/core'
import type { Command } from '#client/editor/commands.ts'
import { insertImages } from '#client/editor/extensions/uploads.ts'

/** Opens the file dialog. client/editor/extensions/uploads.ts handles paste and drop. */
export function imageCommand(editor: Editor, input: HTMLInputElement): Command {
  input.addEventListener('change', () => {
    const files = [...(input.files ?? [])]
    // Otherwise choosing the same file again would not fire `change`.
    input.value = ''
    insertImages(editor.view, files, editor.state.selection.from)
    editor.commands.focus()
  })
  return { run: () => input.click() }
}
