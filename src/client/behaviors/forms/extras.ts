import { ApiError } from '#client/api-error.ts'
import { onPageShow } from '#client/attach.ts'
import { bringIcons } from '#client/behaviors/load-more.ts'
import { copyText } from '#client/behaviors/posts/reading.ts'
import { refresh } from '#client/behaviors/relative-times.ts'
import { toast } from '#client/behaviors/toast.ts'
import { closest, find, findAll, read, write } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { tokenForm, tokenList } from '#features/accounts/login/hooks.ts'
import { asksWhenChanged } from '#features/pages/settings/hooks.ts'
import { apiForm, characterCounter, copyButton } from '#web/components/hooks.ts'

/** A field whose change has a cost: its form asks for confirmation only if that field was changed. */
export function askWhenChanged(): void {
  for (const field of findAll<HTMLInputElement>(asksWhenChanged)) {
    const { form } = field
    // On the form, to run before the listener on the document (client/behaviors/forms/api-form.ts).
    form?.addEventListener('submit', () => {
      const isChanged = field.value.trim() !== field.defaultValue
      write(apiForm, form, { confirm: isChanged ? read(asksWhenChanged, field).question : undefined })
    })
  }
}

/** Copies the text of web/components/elements.tsx. */
export function copyShown(): void {
  document.addEventListener('click', async ({ target }) => {
    const button = closest(copyButton, target)
    if (!button) return
    const { of, copied, failed } = read(copyButton, button)
    if (await copyText(document.getElementById(of)?.innerText.trim() ?? '')) toast(copied)
    else toast(failed, 'danger')
  })
}

/** Counts characters as users see them. Text over the limit is marked, not cut off, so that pasted text is not lost. */
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
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[download]') : null
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
    if (!(error instanceof ApiError)) throw error
    toast(error.message, 'danger')
  }
}

/** The page stays open, because it shows the token only once; only the list is updated. */
export function newToken(): void {
  document.addEventListener('joule:response', async ({ target }) => {
    const form = closest(tokenForm, target)
    if (!form) return
    const name = form.querySelector<HTMLInputElement>('[name="name"]')
    if (name) name.value = ''
    const response = await fetch(location.href)
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    const list = find(tokenList, page)
    if (!list) return
    bringIcons(page)
    find(tokenList)?.replaceWith(list)
    refresh()
  })
}
