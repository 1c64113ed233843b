import { isRecord } from '#client/api-error.ts'
import { read } from '#client/hooks.ts'
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

/** Stored per tab and user: it survives a reload and a login, and other users cannot see it. */
export function storedDraft(path: string): Draft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(path)) ?? 'null')
    if (!isRecord(stored)) return null
    const { body, image, key } = stored
    const attached = isRecord(image) ? { id: Number(image.id), url: String(image.url) } : null
    return { body: String(body), image: attached, key: typeof key === 'string' ? key : null }
  } catch {
    return null
  }
}

export function storeDraft(path: string, draft: Draft): void {
  try {
    if (draft.body.trim() === '' && draft.image === null) removeDraft(path)
    else sessionStorage.setItem(nameOf(path), JSON.stringify(draft))
  } catch {}
}

export function removeDraft(path: string): void {
  try {
    sessionStorage.removeItem(nameOf(path))
  } catch {}
}

const INTERRUPTED = 'joule-comment-interrupted'

/** Call when the session has ended during sending. */
export function noteInterrupted(path: string): void {
  try {
    sessionStorage.setItem(INTERRUPTED, path)
  } catch {}
}

/** The path of the comment that could not be sent; returned once. */
export function takeInterrupted(): string | null {
  try {
    const path = sessionStorage.getItem(INTERRUPTED)
    sessionStorage.removeItem(INTERRUPTED)
    return path
  } catch {
    return null
  }
}

function nameOf(path: string): string {
  return `joule-comment ${read(viewerFacts, document.body).uid} ${path}`
}
