import { MINUTE, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * How long an entry is fresh. After that, one request renews the entry, and the other requests
 * meanwhile get the stale entry.
 */
export const ENTRY_FRESH_FOR = 10 * SECOND
/** Entries older than this are never served, in any data centre. */
export const LIFE = MINUTE

/**
 * A response as its handler made it. Headers of a single request, such as the request id, are added
 * later.
 */
export interface Entry {
  body: ArrayBuffer
  headers: [name: string, value: string][]
  etag: string
  /** When the request that rendered this response began. */
  renderedAt: number
}

/**
 * Whether an entry may still be served. An entry with a date in the future is refused: it would
 * never expire.
 */
export function isAlive({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < LIFE
}

export function isFresh({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < ENTRY_FRESH_FOR
}

/**
 * The entry of a response, or null for a response that must not be shared. Consumes the body, so
 * the caller must respond with `responseFrom`.
 */
export async function entryFrom(
  response: Response,
  language: Language,
  renderedAt: number,
): Promise<Entry | null> {
  if (!maybeShared(response)) return null
  const body = await response.arrayBuffer()
  // A handler that sets an ETag made it from the same digest.
  const etag = response.headers.get('ETag') ?? `W/"${language}-${await digestOf(body)}"`
  return { body, headers: [...response.headers], etag, renderedAt }
}

/** The end of an ETag. A stored body is verified by comparing its digest with its ETag. */
export async function digestOf(body: BufferSource): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', body)
  return toBase64Url(new Uint8Array(digest).subarray(0, 12))
}

function maybeShared({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    !headers.has('set-cookie') &&
    !/no-store|private/.test(headers.get('cache-control') ?? '')
  )
}

export type Outcome =
  | 'hit'
  | 'hit; detail=stale-if-error'
  | 'fwd=miss; stored'
  | 'fwd=miss'
  | 'fwd=bypass'

export function responseFrom(entry: Entry, ifNoneMatch: string | null, outcome: Outcome): Response {
  const response = isKnown(ifNoneMatch, entry)
    ? new Response(null, {
        status: 304,
        headers: entry.headers.filter(([name]) => ON_304.includes(name)),
      })
    : new Response(entry.body, { headers: new Headers(entry.headers) })
  response.headers.set('ETag', entry.etag)
  return forBrowsers(response, outcome)
}

/**
 * The headers of a 304. Browsers replace the headers of the stored page by them, such as a policy
 * that allows frames.
 */
const ON_304 = ['vary', 'content-security-policy']

/**
 * Adds the headers for browsers. They revalidate every time, because the next reader at this
 * browser may be signed in. A response to a request with credentials must not be stored: after
 * logout, the Back button must not show it.
 */
export function forBrowsers(response: Response, outcome: Outcome): Response {
  const { headers } = response
  const keeping = outcome === 'fwd=bypass' ? 'private, no-store' : 'private, no-cache'
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', keeping)
  headers.append('Vary', 'Accept-Language, Cookie, Authorization')
  headers.set('Cache-Status', `joule; ${outcome}`)
  return response
}

/** Whether If-None-Match contains the ETag of this entry. */
export function isKnown(ifNoneMatch: string | null, { etag }: Pick<Entry, 'etag'>): boolean {
  if (ifNoneMatch === null) return false
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''))
}
