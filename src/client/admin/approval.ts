import { undoable } from '#client/behaviors/undo.ts'
import { find, read } from '#client/hooks.ts'
import { csrfCookie } from '#client/http.ts'
import { approvalButton } from '#features/operations/admin/frame/hooks.ts'
import { UNDO_SECONDS } from '#kernel/post-limits.ts'
import { apiForm } from '#web/components/hooks.ts'

/**
 * Approving publishes a post at once and notifies its readers, so a press waits five seconds and can be undone. A
 * second press, or leaving the page, approves immediately.
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

/** `keepalive`, because the browser aborts other requests when the page is left. */
function sendInPassing(form: HTMLFormElement): void {
  const [method = '', path = ''] = read(apiForm, form).call.split(' ')
  const version = Number(new FormData(form).get('version'))
  const headers = { 'Content-Type': 'application/json', 'X-CSRF-Token': csrfCookie() ?? '' }
  void fetch(path, { method, keepalive: true, headers, body: JSON.stringify({ version }) })
}
