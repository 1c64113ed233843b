import type { Editor } from '@tiptap/core'
import type { Command } from '#client/editor/dialogs.ts'
import { look, matchesIn, replaceFound, selectNext } from '#client/editor/extensions/find.ts'
import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { findAll, read } from '#client/hooks.ts'
import { findButton } from '#features/pages/studio/hooks.ts'

export function findBar(editor: Editor): Command {
  const bar = part(document, '#find-bar', HTMLFormElement)
  const wanted = part(bar, '[name="find"]', HTMLInputElement)
  const replacement = part(bar, '[name="replace"]', HTMLInputElement)
  const result = part(bar, 'output', HTMLOutputElement)
  const tell = (number: number) => {
    result.value = wanted.value === '' ? '' : editorText().found(number, matchesIn(editor).length)
  }
  const close = () => {
    bar.hidden = true
    look(editor, '')
    editor.commands.focus()
  }
  const open = () => {
    const { from, to } = editor.state.selection
    bar.hidden = false
    wanted.value = editor.state.doc.textBetween(from, to) || wanted.value
    wanted.select()
    look(editor, wanted.value)
    tell(0)
  }
  const actions: Record<string, () => void> = {
    next: () => tell(selectNext(editor)),
    replace() {
      replaceFound(editor, replacement.value, false)
      tell(selectNext(editor))
    },
    all() {
      result.value = editorText().replaced(replaceFound(editor, replacement.value, true))
    },
    close,
  }
  wanted.addEventListener('input', () => {
    look(editor, wanted.value)
    tell(0)
  })
  for (const button of findAll<HTMLButtonElement>(findButton, bar))
    button.addEventListener('click', () => actions[read(findButton, button).action]?.())
  bar.addEventListener('submit', (event) => {
    event.preventDefault()
    actions.next?.()
  })
  bar.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close()
  })
  editor.view.dom.addEventListener('keydown', (event) => {
    if (
      event.key.toLowerCase() !== 'h' ||
      !(event.ctrlKey || event.metaKey) ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    open()
  })
  return { run: () => (bar.hidden ? open() : close()), isOn: () => !bar.hidden }
}
