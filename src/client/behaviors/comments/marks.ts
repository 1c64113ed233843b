import { findAll, read } from '#client/hooks.ts'
import { markButton } from '#features/community/comments/hooks.ts'

type Mark = (field: HTMLTextAreaElement) => void

const MARKS: Record<string, Mark> = {
  bold: (field) => surround(field, '**', '**'),
  italic: (field) => surround(field, '*', '*'),
  code(field) {
    if (selected(field).includes('\n')) surround(field, '```\n', '\n```')
    else surround(field, '`', '`')
  },
  quote: (field) => quote(field, selected(field)),
  link(field) {
    const label = selected(field)
    const from = field.selectionStart
    write(field, `[${label}](https://)`)
    // The caret is in the part that is still missing.
    if (label === '') field.setSelectionRange(from + 1, from + 1)
    else field.setSelectionRange(from + label.length + 3, from + label.length + 11)
  },
}

const KEYS: Record<string, string> = { b: 'bold', i: 'italic' }

/** The buttons and keys that write the Markdown of comments. */
export function marks(form: HTMLFormElement, field: HTMLTextAreaElement): void {
  for (const button of findAll(markButton, form)) {
    // A press must keep the selection of the field.
    button.addEventListener('pointerdown', (event) => event.preventDefault())
    button.addEventListener('click', () => {
      field.focus()
      MARKS[read(markButton, button).name]?.(field)
    })
  }
  field.addEventListener('keydown', (event) => {
    const mark = KEYS[event.key.toLowerCase()]
    if (mark === undefined || !(event.ctrlKey || event.metaKey) || event.altKey) return
    event.preventDefault()
    MARKS[mark]?.(field)
  })
}

/** Writes a text as a quote on lines of its own, in place of the selection. */
export function quote(field: HTMLTextAreaElement, text: string): void {
  const before = field.value.slice(0, field.selectionStart)
  const gap = before === '' || before.endsWith('\n') ? '' : '\n'
  const end = text === '' ? '' : '\n'
  write(field, `${gap}${text.replace(/^/gm, '> ')}${end}`)
}

function surround(field: HTMLTextAreaElement, before: string, after: string): void {
  const text = selected(field)
  const from = field.selectionStart + before.length
  write(field, before + text + after)
  field.setSelectionRange(from, from + text.length)
}

function selected({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): string {
  return value.slice(selectionStart, selectionEnd)
}

/** Replaces the selection. `execCommand` is the only way that keeps the undo history of a field. */
function write(field: HTMLTextAreaElement, text: string): void {
  field.focus()
  if (document.execCommand('insertText', false, text)) return
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
