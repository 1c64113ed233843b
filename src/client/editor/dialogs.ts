import { Editor } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import { setFieldError } from '#client/behaviors/forms/fields.ts'
import { withoutEmptyEnd } from '#client/editor/footnotes.ts'
import { delayed, part } from '#client/editor/parts.ts'
import { linkFrom } from '#client/editor/pasted-text.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'
import { linkRemover } from '#features/pages/studio/hooks.ts'
import { embedOf } from '#kernel/embeds.ts'
import { type Formula, TEX_MAX, tidyTex } from '#kernel/formulas/formulas.ts'

export interface Command {
  run(editor: Editor): void
  isOn?(editor: Editor): boolean
  isPossible?(editor: Editor): boolean
}

function dialogOf(name: string) {
  const dialog = part(document, `#${name}-dialog`, HTMLDialogElement)
  const form = part(dialog, 'form', HTMLFormElement)
  const field = <E extends HTMLElement>(of: string, kind: new () => E) =>
    part(form, `[name="${of}"]`, kind)
  return { dialog, form, field }
}

function refuse(
  event: Event,
  field: HTMLInputElement | HTMLTextAreaElement,
  problem: string,
): void {
  event.preventDefault()
  setFieldError(field, problem)
  field.focus()
}

export function askEmbed(editor: Editor): void {
  const { dialog, form, field } = dialogOf('embed')
  const address = field('embed', HTMLInputElement)
  address.value = ''
  setFieldError(address, '')
  form.onsubmit = (event) => {
    const href = address.value.trim()
    if (embedOf(href) === null) refuse(event, address, editorText().notAnEmbed)
    else editor.commands.insertContent({ type: 'embed', attrs: { href } })
  }
  dialog.onclose = () => editor.commands.focus()
  dialog.showModal()
}

/** The placeholder is that of the body. */
const NOT_IN_NOTES = ['footnote', 'placeholder']

/** Asks for the text of a new footnote, or of the footnote at a position. */
export function askFootnote(editor: Editor, at: number | null): void {
  const { dialog, form } = dialogOf('footnote')
  const note = new Editor({
    element: part(form, '.note-body', HTMLElement),
    injectCSS: false,
    extensions: [
      ...editor.options.extensions.filter(({ name }) => !NOT_IN_NOTES.includes(name)),
      Placeholder.configure({ placeholder: editorText().footnotePlaceholder }),
    ],
    content: at === null ? '' : (editor.state.doc.nodeAt(at)?.attrs.html ?? ''),
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': editorText().footnote,
      },
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
  const { dialog, form, field } = dialogOf('formula')
  const source = field('tex', HTMLTextAreaElement)
  const own = field('block', HTMLInputElement)
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
    if (tex.length > TEX_MAX) return refuse(event, source, editorText().formulaTooLong(TEX_MAX))
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

/** Asks for the URL of a link, and for its text if nothing is selected. */
export function linkCommand(editor: Editor): Command {
  const { dialog, form, field } = dialogOf('link')
  const address = field('address', HTMLInputElement)
  const words = field('words', HTMLInputElement)
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
    if (href === null) return refuse(event, address, editorText().linkInvalid)
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
  return {
    run: ask,
    isOn: () => editor.isActive('link'),
    isPossible: () => !editor.isActive('codeBlock'),
  }
}
