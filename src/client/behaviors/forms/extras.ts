import { onPageShow } from '#client/attach.ts'
import { showCopied } from '#client/behaviors/posts/reading.ts'
import { toastProblem } from '#client/behaviors/toast.ts'
import { copyText } from '#client/copy-text.ts'
import { bringShared } from '#client/elements.ts'
import { closest, find, findAll, read, where, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { tokenForm } from '#features/accounts/login/hooks.ts'
import { asksWhenChanged } from '#features/pages/settings/hooks.ts'
import { apiForm, characterCounter, copyButton, freshPart } from '#web/components/hooks.ts'

/**
 * A field whose change has a cost: its form asks for confirmation only if that field was changed.
 */
export function askWhenChanged(): void {
  for (const field of findAll<HTMLInputElement>(asksWhenChanged)) {
    const { form } = field
    // The listener is on the form, so that it runs before the listener on the document
    // (client/behaviors/forms/api-form.ts).
    form?.addEventListener('submit', () => {
      const isChanged = field.value.trim() !== field.defaultValue
      write(apiForm, form, {
        confirm: isChanged ? read(asksWhenChanged, field).question : undefined,
      })
    })
  }
}

/** The copy buttons of the site: they copy their own value or the text of another element. */
export function copyShown(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = closest(copyButton, target)
    if (!button) return
    const { value, of = '', ...texts } = read(copyButton, button)
    showCopied(await copyText(value ?? document.getElementById(of)?.innerText.trim() ?? ''), texts)
  })
}

/**
 * Counts characters as users see them. A text over the limit is marked, not cut off, so that
 * nothing of a pasted text is lost.
 */
export function counters(): void {
  for (const counter of findAll(characterCounter)) {
    const { field: name, max } = read(characterCounter, counter)
    const field = counter.closest('form')?.querySelector<HTMLInputElement>(`[name="${name}"]`)
    const count = () => {
      const length = [...(field?.value.trim() ?? '')].length
      counter.textContent = `${length} / ${max}`
      counter.classList.toggle('over', length > max)
    }
    field?.addEventListener('input', count)
    onPageShow(count)
  }
}

/** A plain link cannot renew an expired session, so an API call renews it before the download. */
export function downloads(): void {
  document.addEventListener('click', (event) => {
    const link =
      event.target instanceof Element
        ? event.target.closest<HTMLAnchorElement>('a[download]')
        : null
    if (!link || !new URL(link.href).pathname.startsWith('/api/')) return
    event.preventDefault()
    void download(link.href)
  })
}

async function download(address: string): Promise<void> {
  try {
    await api.get('/api/messages/unread')
    location.assign(address)
  } catch (error) {
    toastProblem(error)
  }
}

/**
 * The page stays open, because it shows the token only once. Only the list of tokens is loaded
 * again.
 */
export function newToken(): void {
  document.addEventListener('joule:response', ({ target }) => {
    const name = closest(tokenForm, target)?.querySelector<HTMLInputElement>('[name="name"]')
    if (name) name.value = ''
  })
}

/**
 * After an action that stays on the page, loads the parts again that show state: badges, lists and
 * their empty states.
 */
export function freshParts(): void {
  let latest = 0
  document.addEventListener('joule:response', async (event) => {
    const form = closest(apiForm, event.target)
    if (event.defaultPrevented || !form || !find(freshPart)) return
    if (/^(goto|reload)/.test(read(apiForm, form).after ?? '')) return
    const turn = ++latest
    // Without a connection the parts stay as they are; the next load of the page shows the state.
    const response = await fetch(location.href).catch(() => null)
    const page = response?.ok && new DOMParser().parseFromString(await response.text(), 'text/html')
    // A later action has its own, newer response.
    if (!page || turn !== latest) return
    bringShared(page)
    for (const part of findAll(freshPart)) {
      const fresh = find(where(freshPart, read(freshPart, part)), page)
      const isBeingEdited = [...part.querySelectorAll('input')].some(
        (input) => input.value !== input.defaultValue,
      )
      if (fresh && !isBeingEdited) replace(part, fresh)
    }
    document.dispatchEvent(new Event('joule:added'))
  })
}

/** If the focus was in the part, the control at the same position of the new part gets it. */
function replace(part: HTMLElement, fresh: HTMLElement): void {
  const controls = (root: HTMLElement) => [
    ...root.querySelectorAll<HTMLElement>('a, button, input'),
  ]
  const position = controls(part).indexOf(document.activeElement as HTMLElement)
  part.replaceWith(fresh)
  if (position >= 0) controls(fresh)[position]?.focus()
}
