import type { Editor } from '@tiptap/core'
import { restoreDraft } from '#client/behaviors/comments/drafts.ts'
import { bodyOf } from '#client/editor/body-editor.ts'
import type { Content } from '#client/editor/content.ts'
import { coverField } from '#client/editor/fields/cover-field.ts'
import { seriesField } from '#client/editor/fields/series-field.ts'
import { tagsField } from '#client/editor/fields/tags-field.ts'
import { delayed, part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { say } from '#client/elements.ts'
import { find, findAll, read, where } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { coverBox, tagsBox } from '#features/pages/studio/hooks.ts'
import { countWords } from '#kernel/html/plain.ts'
import { fieldError } from '#web/components/hooks.ts'

interface FieldsOptions {
  form: HTMLFormElement
  changed(): void
  /** Moves the caret from the title to the body. */
  moveFocus(): void
}

interface WriteFields {
  title: HTMLTextAreaElement
  read(editor: Editor): Content
  write(content: Content): void
  /** Whether text was typed before the script was loaded. */
  takeTyped(): boolean
}

/** The fields of the write page other than the body. */
export function writeFields({ form, changed, moveFocus }: FieldsOptions): WriteFields {
  const title = part(form, '[name="title"]', HTMLTextAreaElement)
  const summary = part(form, '[name="summary"]', HTMLTextAreaElement)
  const canonicalUrl = part(form, '[name="canonical_url"]', HTMLInputElement)
  const series = part(form, '[name="series_id"]', HTMLSelectElement)
  const cover = coverField(part(form, coverBox.selector, HTMLElement), changed)
  const tags = tagsField(part(form, tagsBox.selector, HTMLElement), changed)
  titleField(title, moveFocus)
  seriesField(form, series)
  // The field exists only on sites that ask about AI, and for posts that have a label.
  const ai = form.querySelector<HTMLSelectElement>('[name="ai"]')
  ai?.addEventListener('change', changed)
  const fields = [title, summary, canonicalUrl]
  for (const field of [...fields, series]) field.addEventListener('input', changed)
  return {
    title,
    read: (editor: Editor): Content => ({
      title: title.value.trim(),
      body: bodyOf(editor),
      summary: summary.value.trim(),
      cover_url: cover.read(),
      tags: tags.read(),
      canonical_url: canonicalUrl.value.trim(),
      series_id: Number(series.value) || null,
      ...(ai && { ai: ai.value }),
    }),
    write(content: Content): void {
      restoreDraft(title, content.title)
      restoreDraft(summary, content.summary)
      cover.write(content.cover_url)
      tags.write(content.tags)
      if (content.series_id !== undefined) series.value = String(content.series_id ?? '')
      // Copies that an older version of the site stored have no canonical link.
      if (canonicalUrl.value === canonicalUrl.defaultValue)
        canonicalUrl.value = content.canonical_url ?? canonicalUrl.value
      if (ai && content.ai) ai.value = content.ai
      // The event updates the heights and the counters.
      for (const field of fields) field.dispatchEvent(new Event('input'))
    },
    takeTyped(): boolean {
      const hasTags = tags.takeTyped()
      return hasTags || fields.some(({ value, defaultValue }) => value !== defaultValue)
    },
  }
}

/**
 * Shows problems beside their fields; `tags.2` belongs to the tags. Returns the problems that have
 * no field.
 */
export function showProblems(form: HTMLFormElement, problems: Record<string, string>): string[] {
  const homeless = new Set(Object.values(problems))
  for (const line of findAll(fieldError, form)) {
    const { field: name } = read(fieldError, line)
    const found =
      Object.entries(problems).find(
        ([field]) => field === name || field.startsWith(`${name}.`),
      )?.[1] ?? ''
    say(line, found)
    homeless.delete(found)
    const control = controlOf(form, name)
    if (found) control?.setAttribute('aria-invalid', 'true')
    else control?.removeAttribute('aria-invalid')
  }
  return [...homeless]
}

/** Focuses the first field with a problem, and shows it with its sentence. */
export function focusProblem(form: HTMLFormElement): void {
  const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
  field?.focus({ preventScroll: true })
  field?.scrollIntoView({ block: 'center' })
}

/** Hides the problem of a field when the author changes the field. */
export function clearProblem(form: HTMLFormElement, name: string): void {
  const line = find(where(fieldError, { field: name }), form)
  if (!line) return
  line.hidden = true
  controlOf(form, name)?.removeAttribute('aria-invalid')
}

function controlOf(form: HTMLFormElement, name: string): Element | null {
  return form.querySelector(`[name="${name}"], #${name}${name === 'body' ? ', #write-body' : ''}`)
}

/** Grows with its text and has no line breaks. Enter moves to the body. */
function titleField(field: HTMLTextAreaElement, moveFocus: () => void): void {
  const grow = () => {
    // Browsers with `field-sizing` do this in CSS.
    if (CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    if (document.activeElement === field) moveFocus()
  })
  const tidy = () => {
    if (field.value.includes('\n')) field.value = field.value.split(/\s+/).join(' ')
    grow()
  }
  field.addEventListener('input', tidy)
  addEventListener('resize', grow)
  tidy()
}

const COUNT_AFTER = 300
/** A formula counts as one word, as it does on the server. */
const AS_WORDS = {
  blockSeparator: '\n',
  textSerializers: { formula: () => ' x ', formulaBlock: () => 'x' },
}

/** Updates the word count shortly after the last key. */
export function wordCount(line: HTMLElement, editor: Editor): void {
  const show = () => {
    const { words, minutes } = countWords(editor.getText(AS_WORDS))
    const text = editorText()
    line.textContent =
      words === 0 ? text.noWords : text.words(words.toLocaleString(pageLanguage()), minutes)
  }
  const counting = delayed(show)
  editor.on('update', () => counting.in(COUNT_AFTER))
  show()
}
