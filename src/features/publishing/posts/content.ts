import * as z from 'zod'
import type { PostBody } from '#compute/body.ts'
import { type Compute, INLINE_MAX } from '#compute/client.ts'
import { AI_LABELS, type AiLabel } from '#features/publishing/posts/ai.ts'
import { type Tag, TagsInput } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, isVisible, line, problem, text } from '#kernel/fields.ts'
import { hasText } from '#kernel/html/has-text.ts'
import { safeImageSource, secureUrl } from '#kernel/html/urls.ts'
import { CANONICAL_URL_MAX, RAW_BODY_MAX, SUMMARY_MAX, TITLE_MAX } from '#kernel/post-limits.ts'

const CoverInput = z
  .string()
  .trim()
  .superRefine((url, context) => {
    if (url !== '' && safeImageSource(url) !== url) context.addIssue(problem('invalid'))
  })
  .transform((url) => (url === '' ? null : url))

const CanonicalUrlInput = text({ max: CANONICAL_URL_MAX })
  .superRefine((value, context) => {
    if (value === '') return
    const url = secureUrl(value)
    if (url === null) context.addIssue(problem('not_a_secure_url'))
    else if (url.length > CANONICAL_URL_MAX)
      context.addIssue(problem('too_long', CANONICAL_URL_MAX))
  })
  .transform(secureUrl)

const FirstPublishedInput = z.iso
  .datetime({ offset: true })
  .superRefine((moment, context) => {
    if (moment < FIRST_YEAR) context.addIssue(problem('invalid'))
  })
  .transform((moment) => new Date(moment).toISOString())

/** Exports with a broken date often have the year 0 or 1. */
const FIRST_YEAR = '1900'

/** The content of a post as the author sends it. Title and body of a draft may be empty. */
export const PostInput = z.object({
  title: line({ max: TITLE_MAX }),
  body: text({ max: RAW_BODY_MAX, trim: false }),
  summary: line({ max: SUMMARY_MAX }).optional(),
  cover_url: CoverInput.nullable().optional(),
  tags: TagsInput.optional(),
  canonical_url: CanonicalUrlInput.nullable().optional(),
  first_published_at: FirstPublishedInput.nullable().optional(),
  ai: z.enum(AI_LABELS).optional(),
})

/** The parts of a post that its author writes, as they are stored. */
export interface Content {
  title: string
  body: string
  summary: string
  /** Whether the author wrote the summary. Otherwise it is the beginning of the body. */
  summaryIsOwn: boolean
  coverUrl: string | null
  tags: Tag[]
  canonicalUrl: string | null
  firstPublishedAt: string | null
  ai: AiLabel
  readingMinutes: number
  /** The MathML of its formulas, as JSON; null without formulas. */
  formulas: string | null
  /** The keys of the stored images that the post shows. */
  imageKeys: string[]
}

/** The parts of a post as its author sent them, before sanitising. */
export interface RawContent extends Pick<Content, 'title' | 'body' | 'coverUrl' | 'tags'> {
  /** Null or empty if the author wrote no summary. */
  summary: string | null
  /** Not set in stored copies of posts without a canonical link. */
  canonicalUrl?: string | null
  firstPublishedAt?: string | null
  /** Not set in stored copies of posts without a label. */
  ai?: AiLabel
}

/**
 * Sanitises the body, and adds the summary, the reading time, the formulas and the image keys.
 * Throws `validation_failed` if the body exceeds a limit.
 */
export async function contentOf(compute: Compute, raw: RawContent): Promise<Content> {
  return contentWith(raw, await compute.run('body', raw.body, 'body'))
}

/** What is stored with a body. `beginning` is null if the author wrote the summary. */
export type StoredBody = Omit<PostBody, 'beginning'> & { beginning: string | null }

/** The content after an edit. A body that is not edited is not sanitised again. */
export async function editedContent(
  compute: Compute,
  before: RawContent,
  stored: StoredBody,
  changes: Partial<RawContent>,
): Promise<Content> {
  const raw = { ...before, ...changes }
  if (raw.body !== before.body) return contentOf(compute, raw)
  const beginning = isOwn(raw.summary)
    ? ''
    : (stored.beginning ?? (await compute.run('beginning', before.body, 'body')))
  return contentWith(raw, { ...stored, beginning })
}

/** The content of a post whose body is sanitised already. */
export function contentWith(
  { title, summary, coverUrl, tags, ...origin }: RawContent,
  { html: body, beginning, readingMinutes, formulas }: PostBody,
): Content {
  return {
    title,
    body,
    summary: isOwn(summary) ? summary : beginning,
    summaryIsOwn: isOwn(summary),
    coverUrl,
    tags,
    canonicalUrl: origin.canonicalUrl ?? null,
    firstPublishedAt: origin.firstPublishedAt ?? null,
    ai: origin.ai ?? 'none',
    readingMinutes,
    formulas,
    imageKeys: imageKeysIn(body, coverUrl),
  }
}

const isOwn = (summary: string | null): summary is string => summary !== null && summary !== ''

/**
 * Refuses a date of the first publication that is later than the publication here or, for a post
 * that is not published, later than now.
 */
export function requireEarlier(
  { firstPublishedAt }: Content,
  publishedAt: string | null,
  now: Date,
): void {
  if (firstPublishedAt === null || firstPublishedAt <= (publishedAt ?? now.toISOString())) return
  throw new AppError('validation_failed', {
    fields: { first_published_at: fieldProblem('invalid') },
  })
}

/** A post needs a title, and text or an image in its body, to be published or submitted. */
export async function requireComplete(
  compute: Compute,
  content: Pick<Content, 'title' | 'body'>,
): Promise<void> {
  const missing = await missingIn(compute, content)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map((name) => [name, fieldProblem('required')]))
  throw new AppError('validation_failed', { fields })
}

export async function isComplete(
  compute: Compute,
  content: Pick<Content, 'title' | 'body'>,
): Promise<boolean> {
  return (await missingIn(compute, content)).length === 0
}

async function missingIn(
  compute: Compute,
  { title, body }: Pick<Content, 'title' | 'body'>,
): Promise<('title' | 'body')[]> {
  const hasTextIn = (html: string) =>
    html.length <= INLINE_MAX ? hasText(html) : compute.run('hasText', html, 'body')
  const hasSubstance = body.includes('<img') || (await hasTextIn(body))
  return [
    ...(isVisible(title) ? [] : (['title'] as const)),
    ...(hasSubstance ? [] : (['body'] as const)),
  ]
}

/** The keys of the stored images that a post shows. The cleanup keeps these images. */
export function imageKeysIn(
  body: string,
  coverUrl: string | null,
  shareKey: string | null = null,
): string[] {
  const inBody = [...body.matchAll(/<img[^<>]* src="\/images\/([\w.-]+)"/g)].flatMap(
    ([, key]) => key ?? [],
  )
  const cover = /^\/images\/([\w.-]+)$/.exec(coverUrl ?? '')?.[1]
  return [...new Set([...inBody, cover ?? [], shareKey ?? []].flat())]
}
