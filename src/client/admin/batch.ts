import { ApiError, recordsIn } from '#client/api-error.ts'
import { onPageShow } from '#client/attach.ts'
import { clearErrors, showErrors, showRefusal } from '#client/behaviors/forms/fields.ts'
import { toastAfterwards } from '#client/behaviors/toast.ts'
import { element } from '#client/elements.ts'
import { find, findAll, has, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { clientText } from '#client/text.ts'
import {
  batchBar,
  batchChoice,
  batchClearer,
  batchCount,
  batchDialog,
  batchForm,
  batchOpener,
  batchOption,
  batchPart,
  dialogTitle,
  insteadButton,
  optionalReason,
  selectAll,
  selectBox,
} from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { BATCH_MAX } from '#kernel/sizes.ts'

/**
 * The bar that appears when items are selected: features/operations/admin/frame/views-dialogs.tsx.
 */
export function batches(): void {
  const bar = find(batchBar)
  const dialog = bar && find<HTMLDialogElement>(batchDialog, bar)
  const form = bar && find<HTMLFormElement>(batchForm, bar)
  if (!bar || !dialog || !form) return
  const count = find(batchCount, bar)
  const action = find<HTMLSelectElement>(batchChoice, bar)
  const selection = new Selection(show)

  function show(): void {
    const { length } = selection.ids
    bar?.toggleAttribute('hidden', length === 0)
    if (count) count.textContent = filled(read(batchCount, count).template, { count: length })
    selection.showAll()
  }

  onPageShow(show)
  find(batchClearer, bar)?.addEventListener('click', () => {
    selection.clear()
    show()
  })
  const opener = find(batchOpener, bar)
  opener?.addEventListener('click', () => {
    const label = action?.selectedOptions[0]?.label ?? read(batchOpener, opener).action
    const title = find(dialogTitle, dialog)
    const facts = { count: selection.ids.length, action: label }
    if (title) title.textContent = filled(read(dialogTitle, title).template, facts)
    const optional = find(optionalReason, form)
    if (optional) optional.hidden = chosen(action).needsReason
    for (const part of findAll(batchPart, dialog))
      part.hidden = read(batchPart, part).action !== action?.value
    clearErrors(form)
    dialog.showModal()
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    void run(bar, form, selection.ids.slice(0, BATCH_MAX), action, event.submitter)
  })
}

function chosen(action: HTMLSelectElement | null) {
  const option = action?.selectedOptions[0]
  return option
    ? read(batchOption, option)
    : { needsReason: false, each: undefined, body: undefined }
}

async function run(
  bar: HTMLElement,
  form: HTMLFormElement,
  ids: number[],
  action: HTMLSelectElement | null,
  pressed: HTMLElement | null,
) {
  const typed = new FormData(form)
  const reason = typed.get('reason')?.toString().trim() ?? ''
  const days = Number(typed.get('days') ?? 0)
  const { needsReason, each, body } = chosen(action)
  if (needsReason && reason === '') return showErrors(form, { reason: clientText().required })
  const button = pressed ?? form.querySelector('[type="submit"]')
  const move =
    pressed && has(insteadButton, pressed) ? read(insteadButton, pressed).move : action?.value
  button?.setAttribute('aria-busy', 'true')
  try {
    const given = { ...(reason && { reason }), ...(days && { days }) }
    const items =
      each === undefined
        ? itemsIn(
            await api.post(read(batchBar, bar).call.replace('POST ', ''), {
              ids,
              ...(move && { action: move }),
              ...given,
            }),
          )
        : await oneByOne(each, ids, { ...body, ...given })
    await tell(bar, form, items)
  } catch (error) {
    showRefusal(form, error)
  } finally {
    button?.removeAttribute('aria-busy')
  }
}

interface Item {
  id: number
  ok: boolean
  /** The error code of a refused item. */
  code: string
}

/**
 * For actions without a batch endpoint. A refused item does not stop the others. A form that the
 * server refuses (422) does, because it would be refused for every item.
 */
async function oneByOne(call: string, ids: number[], body: unknown): Promise<Item[]> {
  const [method, path = ''] = call.split(' ')
  const send = method === 'PUT' ? api.put : api.post
  const items: Item[] = []
  for (const id of ids) {
    try {
      await send(filled(path, { id }), body)
      items.push({ id, ok: true, code: '' })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status === 422) throw error
      items.push({ id, ok: false, code: error.code })
    }
  }
  return items
}

function itemsIn(response: unknown): Item[] {
  return recordsIn(response, 'items').map(({ id, ok, code }) => ({
    id: Number(id),
    ok: ok === true,
    code: String(code),
  }))
}

/**
 * Says how many items are done, and lists the refused ones. The page is loaded again, with refused
 * items only when the dialog closes.
 */
async function tell(bar: HTMLElement, form: HTMLFormElement, items: Item[]): Promise<void> {
  const refused = items.filter(({ ok }) => !ok)
  const text = read(batchBar, bar)
  toastAfterwards(filled(text.done, { done: items.length - refused.length }))
  if (refused.length === 0) return location.reload()
  const dialog = form.closest('dialog')
  const heading = element('h2', {}, filled(text.refused, { count: refused.length }))
  const lines = refused.map(({ id, code }) =>
    element('li', {}, `#${id}: ${text.refusals[code] ?? code}`),
  )
  const close = element('button', { className: 'button primary' }, text.close)
  close.addEventListener('click', () => location.reload())
  dialog?.replaceChildren(heading, element('ul', {}, ...lines), close)
  dialog?.addEventListener('close', () => location.reload())
  close.focus()
}

/** The selected items of a list. Shift selects all items from the last selected one. */
export class Selection {
  #last: HTMLInputElement | undefined

  constructor(changed: () => void) {
    document.addEventListener('click', (event) => {
      const box = event.target
      if (!(box instanceof HTMLInputElement)) return
      if (has(selectAll, box)) this.#setAll(box.checked)
      else if (!has(selectBox, box)) return
      else this.#pressed(box, event.shiftKey)
      changed()
    })
  }

  get boxes(): HTMLInputElement[] {
    return [...findAll<HTMLInputElement>(selectBox)]
  }

  get checked(): HTMLInputElement[] {
    return this.boxes.filter(({ checked }) => checked)
  }

  get ids(): number[] {
    return this.checked.map(({ value }) => Number(value))
  }

  clear(): void {
    this.#setAll(false)
  }

  /** Updates the "select all" box from the other boxes. */
  showAll(): void {
    const all = find<HTMLInputElement>(selectAll)
    if (!all) return
    all.checked = this.ids.length > 0 && this.ids.length === this.boxes.length
    all.indeterminate = this.ids.length > 0 && !all.checked
  }

  #pressed(box: HTMLInputElement, withShift: boolean): void {
    const { boxes } = this
    const [from, to] = [this.#last ? boxes.indexOf(this.#last) : -1, boxes.indexOf(box)]
    if (withShift && from >= 0) {
      for (const between of boxes.slice(Math.min(from, to), Math.max(from, to) + 1))
        between.checked = box.checked
    }
    this.#last = box
  }

  #setAll(checked: boolean): void {
    for (const box of this.boxes) box.checked = checked
  }
}
