import { MINUTE, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * While an answer is this young it is given out as it is. After that one request renews it, and the others still get
 * it.
 */
export const FRESH_FOR = 10 * SECOND
/** An answer older than this is given out nowhere, whatever the data centres know of each other. */
export const LIFE = MINUTE

/** An answer as its handler made it. What belongs to one request, such as its id, is added outside. */
export interface Entry {
  body: ArrayBuffer
  headers: [name: string, value: string][]
  etag: string
  /** When the request that rendered it began. */
  renderedAt: number
}

/** An answer of the future would never grow old. */
export function isAlive({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < LIFE
}

export function isFresh({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < FRESH_FOR
}

/** Null for an answer that must not be shared. Reads the body, so the answer has to be given out by `answerFrom`. */
export async function entryFrom(response: Response, language: Language, renderedAt: number): Promise<Entry | null> {
  if (!maybeShared(response)) return null
  const body = await response.arrayBuffer()
  const etag = `W/"${language}-${await digestOf(body)}"`
  return { body, headers: [...response.headers], etag, renderedAt }
}

/** Ends the tag of an answer, so that a body can be held against its tag. */
export async function digestOf(body: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', body)
  return toBase64Url(new Uint8Array(digest).subarray(0, 12))
}

function maybeShared({ status, headers }: Response): boolean {
  return status === 200 && !headers.has('set-cookie') && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

export type Outcome = 'hit' | 'hit; detail=stale-if-error' | 'fwd=miss; stored' | 'fwd=miss' | 'fwd=bypass'

export function answerFrom(entry: Entry, ifNoneMatch: string | null, outcome: Outcome): Response {
  const answer = isKnown(ifNoneMatch, entry)
    ? new Response(null, { status: 304 })
    : new Response(entry.body, { headers: new Headers(entry.headers) })
  answer.headers.set('ETag', entry.etag)
  return forBrowsers(answer, outcome)
}

/**
 * A browser keeps the answer to itself and asks again each time: the next reader may be signed in. What was made for somebody
 * who brought credentials it does not keep at all: after a logout, Back must not show it.
 */
export function forBrowsers(answer: Response, outcome: Outcome): Response {
  const { headers } = answer
  const keeping = outcome === 'fwd=bypass' ? 'private, no-store' : 'private, no-cache'
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', keeping)
  headers.append('Vary', 'Accept-Language, Cookie, Authorization')
  headers.set('Cache-Status', `joule; ${outcome}`)
  return answer
}

/** Whether the browser says that it has this very answer. */
export function isKnown(ifNoneMatch: string | null, { etag }: Entry): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}
