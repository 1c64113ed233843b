import { undoable } from '#client/behaviors/undo.ts'
import { find, read } from '#client/hooks.ts'
import { csrfCookie } from '#client/http.ts'
import { approvalButton } from '#features/operations/admin/posts/hooks.ts'
import { UNDO_SECONDS } from '#kernel/undo-time.ts'
import { apiForm } from '#web/components/hooks.ts'

/**
 * An approved post is public at once, and its readers are told. So a press waits five seconds, in which it can be taken back;
 * pressed again, or left behind, it waits no longer.
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
    // While it is being submitted a form cannot be submitted.
    if (timer !== undefined) timer = setTimeout(decide)
    else begin()
  })
  addEventListener('pagehide', () => {
    if (timer !== undefined) sendInPassing(form)
  })
}

/** Of a page that is being left the browser sends no other request to its end. */
function sendInPassing(form: HTMLFormElement): void {
  const [method = '', path = ''] = read(apiForm, form).call.split(' ')
  const version = Number(new FormData(form).get('version'))
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfCookie() ?? '' }
  void fetch(path, { method, keepalive: true, headers, body: JSON.stringify({ version }) })
}
