import * as z from 'zod'
import { AI_LABELS, type AiLabel } from '#features/publishing/posts/ai.ts'
import { type Tag, TagsInput } from '#features/publishing/tags/tags.ts'
import { AppError, type FieldProblem } from '#kernel/errors.ts'
import {
  fieldProblem,
  fieldProblemWith,
  formulaTooLong,
  isVisible,
  line,
  problem,
  text,
} from '#kernel/fields.ts'
import { FORMULAS_MAX, formulasIn, TEX_IN_POST_MAX, TEX_MAX } from '#kernel/formulas/formulas.ts'
import { IMAGES_MAX, imagesIn } from '#kernel/html/images.ts'
import { readingMinutes, summaryOf, textOf } from '#kernel/html/plain.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { safeImageSource, secureUrl } from '#kernel/html/urls.ts'
import {
  BODY_MAX,
  CANONICAL_URL_MAX,
  RAW_BODY_MAX,
  SUMMARY_MAX,
  TAGS_IN_BODY_MAX,
  TITLE_MAX,
  tagsIn,
} from '#kernel/post-limits.ts'

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
 * Sanitises the body, and adds the summary, the reading time and the image keys. Throws
 * `validation_failed` if the body exceeds a limit.
 */
export function contentOf(raw: RawContent): Content {
  return withFigures({ ...raw, body: sanitisedBody(raw.body) })
}

function sanitisedBody(raw: string): string {
  if (tagsIn(raw) > TAGS_IN_BODY_MAX)
    throw refused(fieldProblemWith('too_many_html_tags', TAGS_IN_BODY_MAX))
  const body = sanitiseHtml(raw)
  if (imagesIn(body) > IMAGES_MAX) throw refused(fieldProblemWith('too_many_images', IMAGES_MAX))
  const formulas = formulasIn(body)
  if (formulas.length > FORMULAS_MAX)
    throw refused(fieldProblemWith('too_many_formulas', FORMULAS_MAX))
  const long = formulas.find(({ tex }) => tex.length > TEX_MAX)
  if (long) throw refused(formulaTooLong(long.tex.slice(0, SHOWN_TEX).toWellFormed()))
  const length = formulas.reduce((sum, { tex }) => sum + tex.length, 0)
  if (length > TEX_IN_POST_MAX) throw refused(fieldProblemWith('too_much_tex', TEX_IN_POST_MAX))
  if ([...body].length > BODY_MAX) throw refused(fieldProblemWith('too_long', BODY_MAX))
  return body
}

/** A message quotes this many characters of a formula, to identify it. */
const SHOWN_TEX = 40

const refused = (problem: FieldProblem): AppError =>
  new AppError('validation_failed', { fields: { body: problem } })

/**
 * The MathML to store with a body; null without formulas. The library is imported with the first
 * formula, because it would slow down every cold start.
 */
export async function formulasFor(body: string): Promise<string | null> {
  if (formulasIn(body).length === 0) return null
  const { madeFormulas } = await import('#kernel/formulas/mathml.ts')
  const made = madeFormulas(body)
  return made && JSON.stringify(made)
}

/** The content after an edit. A body that is not edited is not sanitised again. */
export function editedContent(stored: RawContent, changes: Partial<RawContent>): Content {
  const body = changes.body === undefined ? stored.body : sanitisedBody(changes.body)
  return withFigures({ ...stored, ...changes, body })
}

function withFigures({ title, body, summary, coverUrl, tags, ...origin }: RawContent): Content {
  const summaryIsOwn = summary !== null && summary !== ''
  return {
    title,
    body,
    summary: summaryIsOwn ? summary : summaryOf(body, SUMMARY_MAX),
    summaryIsOwn,
    coverUrl,
    tags,
    canonicalUrl: origin.canonicalUrl ?? null,
    firstPublishedAt: origin.firstPublishedAt ?? null,
    ai: origin.ai ?? 'none',
    readingMinutes: readingMinutes(body),
    imageKeys: imageKeysIn(body, coverUrl),
  }
}

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
export function requireComplete(content: Pick<Content, 'title' | 'body'>): void {
  const missing = missingIn(content)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map((name) => [name, fieldProblem('required')]))
  throw new AppError('validation_failed', { fields })
}

export function isComplete(content: Pick<Content, 'title' | 'body'>): boolean {
  return missingIn(content).length === 0
}

function missingIn({ title, body }: Pick<Content, 'title' | 'body'>): ('title' | 'body')[] {
  const hasSubstance = body.includes('<img') || isVisible(textOf(body))
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
