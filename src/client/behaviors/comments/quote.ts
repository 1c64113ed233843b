import { quote } from '#client/behaviors/comments/marks.ts'
import { element } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { commentSection } from '#features/community/comments/hooks.ts'

/** A longer selection is cut, so that a comment has space for an own text. */
const QUOTE_MAX = 300

/** Shows a button below a selection in the text of the post, which quotes it in the comment. */
export function quoteSelections(section: HTMLElement, form: HTMLFormElement): void {
  const [prose, field] = [document.querySelector('.prose'), form.querySelector('textarea')]
  if (!prose || !field) return
  const button = element(
    'button',
    { type: 'button', className: 'button small', hidden: true },
    read(commentSection, section).quote,
  )
  // The styles are here, because only this code, which is loaded later, needs them.
  button.style.cssText = 'position:absolute;z-index:20;box-shadow:var(--shadow-high)'
  // A press must keep the selection, and must not start a new one.
  button.addEventListener('pointerdown', (event) => event.preventDefault())
  button.addEventListener('click', () => {
    const text = selectedIn(prose)?.text ?? ''
    button.hidden = true
    field.setSelectionRange(field.value.length, field.value.length)
    field.focus({ preventScroll: true })
    quote(field, text)
    field.scrollIntoView({ block: 'center' })
  })
  document.body.append(button)
  const show = () => {
    const selection = selectedIn(prose)
    button.hidden = selection === null
    if (selection === null) return
    const { bottom, left, width } = selection.range.getBoundingClientRect()
    const { clientWidth } = document.documentElement
    const middle = left + width / 2 - button.offsetWidth / 2
    const start = Math.max(8, Math.min(middle, clientWidth - button.offsetWidth - 8))
    button.style.left = `${start + scrollX}px`
    button.style.top = `${bottom + scrollY + 8}px`
  }
  document.addEventListener('selectionchange', show)
  show()
}

function selectedIn(prose: Element): { range: Range; text: string } | null {
  const selection = getSelection()
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null
  const range = selection.getRangeAt(0)
  if (!prose.contains(range.commonAncestorContainer)) return null
  const lines = selection.toString().split('\n')
  const text = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
  if (text === '') return null
  const letters = [...text]
  return {
    range,
    text: letters.length > QUOTE_MAX ? `${letters.slice(0, QUOTE_MAX).join('')}…` : text,
  }
}
