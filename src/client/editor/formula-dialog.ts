import type { Editor } from '@tiptap/core'
import { setFieldError } from '#client/behaviors/forms/fields.ts'
import { delayed, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'
import { type Formula, TEX_MAX, tidyTex } from '#kernel/formulas/formulas.ts'

/** Shows a formula as readers will see it. The library is loaded with the first formula. */
export async function showFormula(place: HTMLElement, formula: Formula): Promise<void> {
  const source = element('code', { textContent: formula.tex })
  if (place.childElementCount === 0) place.replaceChildren(source)
  const { mathmlOf } = await import('#kernel/formulas/mathml.ts')
  const mathml = mathmlOf(formula)
  if (mathml === null) place.replaceChildren(source)
  else place.innerHTML = mathml
}

/** Asks for the TeX of a new formula, or of the formula at a position. */
export function askFormula(editor: Editor, at: number | null, isBlock: boolean): void {
  const dialog = part(document, '#formula-dialog', HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const source = part(form, '[name="tex"]', HTMLTextAreaElement)
  const own = part(form, '[name="block"]', HTMLInputElement)
  const shown = part(form, 'output', HTMLOutputElement)
  const formula = () => ({ tex: tidyTex(source.value, own.checked), isBlock: own.checked })
  const showing = delayed(() => void showFormula(shown, formula()))

  source.value = at === null ? '' : (editor.state.doc.nodeAt(at)?.attrs.tex ?? '')
  own.checked = isBlock
  setFieldError(source, '')
  shown.replaceChildren()
  showing.in(0)
  form.oninput = () => showing.in(200)
  form.onsubmit = (event) => {
    const { tex } = formula()
    if (tex.length > TEX_MAX) {
      event.preventDefault()
      setFieldError(source, editorText().formulaTooLong(TEX_MAX))
      return
    }
    const { from, to } = editor.state.selection
    const range = at === null ? { from, to } : { from: at, to: at + 1 }
    const content = { type: own.checked ? 'formulaBlock' : 'formula', attrs: { tex } }
    if (tex !== '') editor.chain().insertContentAt(range, content).run()
    else if (at !== null) editor.commands.deleteRange(range)
  }
  dialog.onclose = () => editor.commands.focus()
  dialog.showModal()
  source.focus()
}
