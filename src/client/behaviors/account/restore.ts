import { ApiError } from '#client/api-error.ts'
import { find } from '#client/hooks.ts'
import { inTab } from '#client/storage.ts'
import { longDate, pageLanguage } from '#client/text.ts'
import {
  forgetRestore,
  nothingToRestore,
  purgeDate,
  restoreHalf,
} from '#features/accounts/login/hooks.ts'

const KEY = 'joule-restore'

/**
 * A login to an account that is pending deletion leads to /restore. The token is passed in session
 * storage, never in a URL.
 */
export function offerRestore(): void {
  document.addEventListener('joule:refused', (event) => {
    const error = (event as CustomEvent<unknown>).detail
    if (!(error instanceof ApiError) || error.code !== 'account_pending_deletion') return
    const { restore_token, purge_at } = error.details
    if (!inTab.write(KEY, JSON.stringify({ restore_token, purge_at }))) return
    event.preventDefault()
    location.assign('/restore')
  })
}

/**
 * The page /restore. It shows the form if there is a token, and otherwise that there is nothing to
 * restore.
 */
export function restorePage(): void {
  const found = find<HTMLTemplateElement>(restoreHalf)?.content.firstElementChild
  const nothing = find(nothingToRestore)
  const { restore_token, purge_at } = (inTab.readJson(KEY) ?? {}) as Partial<Record<string, string>>
  if (!found || !nothing || !restore_token || !purge_at) return
  nothing.replaceWith(found)
  const date = find(purgeDate, found)
  const token = found.querySelector<HTMLInputElement>('[name="restore_token"]')
  if (date) date.textContent = longDate(purge_at, pageLanguage())
  if (token) token.value = restore_token
  // The token works only once, so it is removed whatever the result is.
  found.querySelector('form')?.addEventListener('submit', removeStored)
  find(forgetRestore, found)?.addEventListener('click', removeStored)
}

function removeStored(): void {
  inTab.remove(KEY)
}
