import { Selection } from '#client/admin/batch.ts'
import { recordsIn } from '#client/api-error.ts'
import { onPageShow } from '#client/attach.ts'
import { toastAfterwards, toastProblem } from '#client/behaviors/toast.ts'
import { undoable } from '#client/behaviors/undo.ts'
import { closest, find, read, write } from '#client/hooks.ts'
import { api, csrfCookie } from '#client/http.ts'
import {
  approvalButton,
  bulkApproval,
  bulkBox,
  bulkButton,
  cannedReason,
  dialogTitle,
  insteadButton,
  reasonOpener,
} from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { UNDO_SECONDS } from '#kernel/post-limits.ts'
import { apiForm, dialogOpener } from '#web/components/hooks.ts'

/**
 * An approval publishes the post at once and notifies its readers. So a press waits five seconds
 * and can be undone. A second press, or leaving the page, approves immediately.
 */
export function approvals(): void {
  const button = find<HTMLButtonElement>(approvalButton)
  const form = button?.form
  if (!form) return
  let timer: number | undefined
  let isDecided = false

  const decide = () => {
    clearTimeout(timer)
    timer = undefined
    isDecided = true
    form.requestSubmit(button)
    isDecided = false
  }
  const begin = () => {
    timer = setTimeout(decide, 1000 * UNDO_SECONDS)
    undoable(read(approvalButton, button).soon, () => {
      clearTimeout(timer)
      timer = undefined
    })
  }
  form.addEventListener('submit', (event) => {
    if (isDecided) return
    event.preventDefault()
    event.stopPropagation()
    clearTimeout(timer)
    // A form cannot be submitted from within its own submit event.
    if (timer !== undefined) timer = setTimeout(decide)
    else begin()
  })
  addEventListener('pagehide', () => {
    if (timer !== undefined) sendInPassing(form)
  })
}

/** Uses `keepalive`, because the browser aborts other requests when the page is left. */
function sendInPassing(form: HTMLFormElement): void {
  const [method = '', path = ''] = read(apiForm, form).call.split(' ')
  const version = Number(new FormData(form).get('version'))
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfCookie() ?? '' }
  void fetch(path, { method, keepalive: true, headers, body: JSON.stringify({ version }) })
}

/**
 * Approves the selected posts of the review queue. The page then shows what can be undone:
 * features/operations/admin/posts/views-review.tsx.
 */
export function bulkApprovals(): void {
  const bar = find(bulkApproval)
  const button = bar && find<HTMLButtonElement>(bulkButton, bar)
  if (!bar || !button) return
  const text = read(bulkApproval, bar)
  const selection = new Selection(show)

  function show(): void {
    const count = selection.checked.length
    button?.lastChild?.replaceWith(count === 0 ? text.none : filled(text.approve, { count }))
    button?.toggleAttribute('disabled', count === 0)
    selection.showAll()
  }

  onPageShow(show)
  button.addEventListener('click', async () => {
    button.disabled = true
    button.ariaBusy = 'true'
    try {
      const posts = selection.checked.map((box) => read(bulkBox, box))
      const items = recordsIn(await api.post('/api/admin/approvals', { posts }), 'items')
      const refused = items.flatMap(({ ok, code }) => (ok === true ? [] : String(code)))
      const why = [...new Set(refused.map((code) => text.refusals[code] ?? code))].join(' ')
      if (refused.length > 0) toastAfterwards(filled(text.refused, { count: refused.length, why }))
      location.assign('/admin/posts')
    } catch (error) {
      show()
      toastProblem(error)
    } finally {
      button.ariaBusy = null
    }
  })
}

/**
 * Fills a dialog that many buttons share with the data of the pressed button:
 * features/operations/admin/frame/views-dialogs.tsx.
 */
export function reasonDialogs(): void {
  // In the capture phase, so that it runs before the dialog opens
  // (client/behaviors/forms/dialogs.ts).
  document.addEventListener('click', ({ target }) => fill(target), { capture: true })
  document.addEventListener('click', ({ target }) => {
    const canned = closest(cannedReason, target)
    const field = canned?.closest('form')?.querySelector('textarea')
    if (!canned || !field) return
    field.value = read(cannedReason, canned).reason
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.focus()
  })
  // In the capture phase, so that it runs before the form is sent
  // (client/behaviors/forms/api-form.ts).
  document.addEventListener('click', ({ target }) => chooseMove(target), { capture: true })
}

/** The submit button decides about the move, which is the last part of the path of the endpoint. */
function chooseMove(pressed: EventTarget | null): void {
  const button = pressed instanceof Element ? pressed.closest<HTMLElement>('[type="submit"]') : null
  const form = button?.closest('form')
  const other = form && find(insteadButton, form)
  if (!button || !form || !other) return
  const opener = openers.get(form)
  if (!opener) return
  const { move, toast } = read(insteadButton, other)
  const [call, plainToast] = opener
  if (button === other)
    write(apiForm, form, { call: call.slice(0, call.lastIndexOf('/') + 1) + move, toast })
  else write(apiForm, form, { call, toast: plainToast })
}

/** The endpoint and the toast of the pressed opener. */
const openers = new WeakMap<HTMLFormElement, [call: string, toast: string | undefined]>()

function fill(pressed: EventTarget | null): void {
  const button = closest(reasonOpener, pressed)
  const dialog = button && document.getElementById(read(dialogOpener, button).dialog)
  const form = dialog?.querySelector('form')
  if (!button || !dialog || !form) return
  const { call, target, version = '' } = read(reasonOpener, button)
  form.reset()
  const known = openers.get(form)
  openers.set(form, [call, known ? known[1] : read(apiForm, form).toast])
  write(apiForm, form, { call, toast: openers.get(form)?.[1] })
  const title = find(dialogTitle, dialog)
  if (title) title.textContent = filled(read(dialogTitle, title).template, { target })
  const field = form.querySelector<HTMLInputElement>('[name="version"]')
  if (field) field.value = String(version)
}
