import { readBody } from '#compute/body.ts'
import { runHere } from '#compute/jobs.ts'
import {
  type Content,
  contentWith,
  isComplete,
  PostInput,
} from '#features/publishing/posts/content.ts'
import { SERIES_TITLE_MAX } from '#features/publishing/series/series.ts'
import { acceptedText, shortened } from '#import/fields.ts'
import type { ImportItem, RefusalReason } from '#import/item.ts'
import { AppError } from '#kernel/errors.ts'
import { summaryOf } from '#kernel/html/plain.ts'
import { SUMMARY_MAX, TAGS_MAX, TITLE_MAX, tagKey } from '#kernel/post-limits.ts'
import { type Mapping, mappedTags } from './mapping.ts'

export interface PostTimes {
  status: 'draft' | 'approved'
  createdAt: string
  updatedAt: string
  publishedAt: string | null
}

/** The tags that a post can have, and the number of other tags, which are lost. */
export function tagsOf(item: ImportItem, mapping: Mapping): { tags: string[]; lost: number } {
  const names = mappedTags(mapping, item.tags).map((name) => name.trim().replace(/\s+/g, ' '))
  const different = [...new Map(names.map((name) => [tagKey(name), name])).values()].filter(
    (name) => name !== '',
  )
  const tags = different
    .filter((name) => PostInput.shape.tags.safeParse([name]).success)
    .slice(0, TAGS_MAX)
  return { tags, lost: different.length - tags.length }
}

interface Parts {
  title: string
  body: string
  summary: string | null
  coverUrl: string | null
  tags: string[]
  canonicalUrl: string | null
  ai: ImportItem['ai']
}

/** The content as the API would store it, or the reason why the API would refuse the post. */
export async function contentFrom(
  parts: Parts,
  isPublished: boolean,
): Promise<Content | RefusalReason> {
  const body = acceptedText(parts.body)
  const { success, data } = PostInput.safeParse({
    title: shortened(
      acceptedText(parts.title).trim() || summaryOf(body, TITLE_FROM_BODY),
      TITLE_MAX,
    ),
    body,
    summary: shortened(acceptedText(parts.summary ?? '').trim(), SUMMARY_MAX),
    cover_url: coverIn(parts.coverUrl),
    tags: parts.tags,
    canonical_url: canonicalIn(parts.canonicalUrl),
    ai: parts.ai,
  })
  if (!success) return 'too_long'
  try {
    const {
      title,
      body,
      summary = null,
      cover_url: coverUrl = null,
      tags = [],
      canonical_url: canonicalUrl = null,
      ai = 'none',
    } = data
    const raw = { title, body, summary, coverUrl, tags, canonicalUrl, ai }
    const content = contentWith(raw, { ...readBody(body), formulas: null })
    return isPublished && !(await isComplete({ run: runHere }, content)) ? 'empty' : content
  } catch (error) {
    if (error instanceof AppError) return 'too_long'
    throw error
  }
}

/** The length of the title that a post without a title, such as a note, gets from its text. */
const TITLE_FROM_BODY = 60

const coverIn = (url: string | null) =>
  PostInput.shape.cover_url.safeParse(url).success ? url : null
const canonicalIn = (url: string | null) =>
  PostInput.shape.canonical_url.safeParse(url).success ? url : null

/**
 * Replaces dates that are missing, before 1970 or in the future. A post that should appear later
 * becomes a draft.
 */
export function timesOf({ isPublished, publishedAt, updatedAt }: ImportItem, now: Date): PostTimes {
  const at = now.toISOString()
  const published = timeIn(publishedAt)
  const updated = timeIn(updatedAt)
  const isPublic = isPublished && (published === null || published <= at)
  const createdAt = earliest(published ?? updated ?? at, at)
  const changedAt = earliest(updated ?? createdAt, at)
  return {
    status: isPublic ? 'approved' : 'draft',
    createdAt,
    updatedAt: changedAt < createdAt ? createdAt : changedAt,
    publishedAt: isPublic ? createdAt : null,
  }
}

/** Null if the text is not a date from 1970 to 9998. */
export function timeIn(text: string | null): string | null {
  const time = text === null ? Number.NaN : Date.parse(text)
  return time >= 0 && time < Date.UTC(9999, 0) ? new Date(time).toISOString() : null
}

export const earliest = (one: string, other: string) => (one < other ? one : other)

/** The title of the series as the site accepts it; null without one. */
export function seriesOf({ series }: ImportItem): string | null {
  return shortened(acceptedText(series ?? '').trim(), SERIES_TITLE_MAX) || null
}
