import { isRecord } from '#client/api-error.ts'
import { read } from '#client/hooks.ts'
import { inTab } from '#client/storage.ts'
import { viewerFacts } from '#web/components/hooks.ts'

export interface Attached {
  id: number
  url: string
}

/** An unsent text, with the idempotency key for retries. */
export interface Draft {
  body: string
  image: Attached | null
  key: string | null
}

/**
 * A draft is stored per tab and user: it survives a reload and a login, and other users cannot see
 * it.
 */
export function storedDraft(path: string): Draft | null {
  const stored = inTab.readJson(nameOf(path))
  if (!isRecord(stored)) return null
  const { body, image, key } = stored
  const attached = isRecord(image) ? { id: Number(image.id), url: String(image.url) } : null
  return { body: String(body), image: attached, key: typeof key === 'string' ? key : null }
}

export function storeDraft(path: string, draft: Draft): void {
  if (draft.body.trim() === '' && draft.image === null) removeDraft(path)
  else inTab.write(nameOf(path), JSON.stringify(draft))
}

export function removeDraft(path: string): void {
  inTab.remove(nameOf(path))
}

const INTERRUPTED = 'joule-comment-interrupted'

/** Call when the session has ended during sending. */
export function noteInterrupted(path: string): void {
  inTab.write(INTERRUPTED, path)
}

/** The path of the comment that could not be sent. Only the first call returns it. */
export function takeInterrupted(): string | null {
  const path = inTab.read(INTERRUPTED)
  inTab.remove(INTERRUPTED)
  return path
}

function nameOf(path: string): string {
  return `joule-comment ${read(viewerFacts, document.body).uid} ${path}`
}

/**
 * Restores a stored text into a field. A text that was typed before the script ran stays below it.
 */
export function restoreDraft(field: HTMLTextAreaElement, stored: string): void {
  const { value, defaultValue } = field
  if (value === defaultValue) field.value = stored
  // If the server rendered a text and the field differs from it, the reader has changed the text,
  // so the field is newer than the stored copy.
  else if (defaultValue === '' && !value.includes(stored))
    field.setRangeText(`${stored}\n`, 0, 0, 'preserve')
}
