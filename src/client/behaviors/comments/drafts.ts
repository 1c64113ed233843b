import { isRecord } from '#client/api-error.ts'
import { read } from '#client/hooks.ts'
import { viewerFacts } from '#web/components/hooks.ts'

export interface Attached {
  id: number
  url: string
}

/** What somebody is writing, with the key under which it is tried again. */
export interface Draft {
  body: string
  image: Attached | null
  key: string | null
}

/** For this tab and this person: it outlives a reload and a login, and is nobody else's. */
export function keptDraft(path: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(path)) ?? 'null')
    if (!isRecord(kept)) return null
    const { body, image, key } = kept
    const attached = isRecord(image) ? { id: Number(image.id), url: String(image.url) } : null
    return { body: String(body), image: attached, key: typeof key === 'string' ? key : null }
  } catch {
    return null
  }
}

export function keepDraft(path: string, draft: Draft): void {
  try {
    if (draft.body.trim() === '' && draft.image === null) forgetDraft(path)
    else sessionStorage.setItem(nameOf(path), JSON.stringify(draft))
  } catch {}
}

export function forgetDraft(path: string): void {
  try {
    sessionStorage.removeItem(nameOf(path))
  } catch {}
}

const INTERRUPTED = 'joule-comment-interrupted'

/** The session has ended while this was being sent. */
export function noteInterrupted(path: string): void {
  try {
    sessionStorage.setItem(INTERRUPTED, path)
  } catch {}
}

/** What could not be sent, once. */
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
