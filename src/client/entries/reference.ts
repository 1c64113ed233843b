import { attach } from '#client/attach.ts'
import { closest, find, read } from '#client/hooks.ts'
import { debouncedLookup } from '#client/lookup.ts'
import {
  referenceFound,
  referenceSearch,
  tryButton,
  tryDialog,
} from '#features/pages/api-reference/hooks.ts'

const SHOWN_MAX = 20_000

/**
 * Sends a request with the token that the reader has typed. The token stays in its field: nothing
 * stores it, and no cookies are sent.
 */
function tryIt(): void {
  const dialog = find<HTMLDialogElement>(tryDialog)
  const form = dialog?.querySelector('form')
  const response = dialog?.querySelector('output')
  if (!dialog || !form || !response) return
  const field = (name: string) =>
    form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement
  document.addEventListener('click', ({ target }) => {
    const pressed = closest(tryButton, target)
    if (!pressed) return
    const { request, body } = read(tryButton, pressed)
    field('request').value = request
    field('body').value = body
    response.textContent = ''
    dialog.showModal()
  })
  let sent = 0
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const [method = '', path = ''] = field('request').value.trim().split(/\s+/)
    const [token, body] = [field('token').value.trim(), field('body').value]
    const current = ++sent
    const shown = await send(method, path, token, body).catch(() => read(tryDialog, dialog).failed)
    // The responses of earlier presses can arrive later.
    if (current === sent) response.textContent = shown
  })
  // The browser keeps the fields of a page that it shows again after Back.
  addEventListener('pagehide', () => form.reset())
}

async function send(method: string, path: string, token: string, body: string): Promise<string> {
  const hasBody = body !== '' && method !== 'GET'
  const response = await fetch(path, {
    method,
    credentials: 'omit',
    headers: {
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
      ...(hasBody && { 'Content-Type': 'application/json' }),
    },
    ...(hasBody && { body }),
  })
  const text = await response.text()
  const isJson = response.headers.get('Content-Type')?.startsWith('application/json')
  const readable = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text
  return `${response.status} ${response.statusText}\n\n${readable.slice(0, SHOWN_MAX)}`
}

/** Shows the operations of a query while the reader types it. The server searches. */
function searchWhileTyping(): void {
  const form = find<HTMLFormElement>(referenceSearch)
  const found = find(referenceFound)
  const field = form?.querySelector('input')
  if (!form || !found || !field) return
  const lookup = debouncedLookup(field, async () => {
    const query = new URLSearchParams({ q: field.value }).toString()
    const shown = await lookup.latest(
      fetch(`${form.action}?${query}`).then(
        (response) => (response.ok ? response.text() : null),
        () => null,
      ),
    )
    if (shown === null) return
    const page = new DOMParser().parseFromString(shown, 'text/html')
    const other = find(referenceFound, page)
    if (other) found.replaceChildren(...other.childNodes)
  })
  field.addEventListener('input', lookup.schedule)
}

attach(tryIt)
attach(searchWhileTyping)
