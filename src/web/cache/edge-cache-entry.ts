import { MINUTE, SECOND } from '#kernel/clock.ts'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import type { Language } from '#kernel/i18n.ts'

/**
 * How long an entry is fresh. After that one request renews it, and the other requests get the
 * stale entry.
 */
export const FRESH_FOR = 10 * SECOND
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
  /** When the request that rendered it began. */
  renderedAt: number
}

/** Rejects an entry with a date in the future, which would never expire. */
export function isAlive({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < LIFE
}

export function isFresh({ renderedAt }: Entry, now: number): boolean {
  return Math.abs(now - renderedAt) < FRESH_FOR
}

/**
 * Null for a response that must not be shared. Consumes the body, so the caller must respond with
 * `responseFrom`.
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

/** The end of the ETag, so that a stored body can be verified against its ETag. */
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

/** A 304 replaces the headers of the stored page, such as a policy that allows frames. */
const ON_304 = ['vary', 'content-security-policy']

/**
 * Revalidated every time, as the reader may sign in. Not stored with credentials: Back must not
 * show it after logout.
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
