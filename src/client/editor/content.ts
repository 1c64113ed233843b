import { isRecord } from '#client/api-error.ts'
import type { Status, WriteFacts } from '#features/pages/studio/hooks.ts'
import { secureUrl } from '#kernel/html/urls.ts'

/** The content of a post, as the page has it and the API accepts it. */
export interface Content {
  title: string
  body: string
  summary: string
  cover_url: string
  tags: string[]
  canonical_url: string
  /** Copies that an older version of the site stored have none. */
  series_id?: number | null
  /** Copies that an older version of the site stored do not have it. */
  ai?: string
}

export type { Status, WriteFacts as Facts }

export function savedPostIn(response: unknown): { id: number; version: number; status: Status } {
  if (!isRecord(response)) throw new TypeError('the response is not a post')
  const { id, version, status } = response
  return { id: Number(id), version: Number(version), status: status as Status }
}

/** Whether the content is worth keeping. */
export function hasSubstance({ tags, series_id: _, ai: __, ...texts }: Content): boolean {
  return tags.length > 0 || Object.values(texts).some((text) => text.trim() !== '')
}

export function isSame(one: Content, other: Content): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/**
 * A hash that recognises content that this browser has sent, without storing the content. The
 * summary is left out, because the server may generate it.
 */
export function markOf({
  title,
  body,
  cover_url,
  tags,
  canonical_url,
  ai = 'none',
}: Omit<Content, 'summary' | 'series_id'>): number {
  // The server stores the canonical link in the form that `secureUrl` returns.
  const link = secureUrl(canonical_url)
  const text = JSON.stringify([
    title,
    body,
    cover_url,
    tags.map((tag) => tag.toLowerCase()),
    ...(link ? [link] : []),
    ...(ai === 'none' ? [] : [ai]),
  ])
  let mark = 0
  for (let index = 0; index < text.length; index++)
    mark = (Math.imul(mark, 31) + text.charCodeAt(index)) | 0
  return mark
}

export function markIn(response: unknown): number {
  if (!isRecord(response) || !Array.isArray(response.tags))
    throw new TypeError('the response is not a post')
  const { title, body, cover_url, tags, canonical_url, ai } = response
  return markOf({
    title: String(title),
    body: String(body),
    cover_url: String(cover_url ?? ''),
    tags: tags.map(String),
    canonical_url: String(canonical_url ?? ''),
    ai: String(ai ?? 'none'),
  })
}

/**
 * Whether autosave is on. Only drafts are saved automatically. A post that readers or admins have
 * seen changes only when its author saves it.
 */
export function savesItself(status: Status | null): boolean {
  return status === null || status === 'draft'
}
