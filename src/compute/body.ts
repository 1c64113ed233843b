import { AppError, type FieldProblem } from '#kernel/errors.ts'
import { fieldProblemWith, formulaTooLong } from '#kernel/fields.ts'
import { FORMULAS_MAX, formulasIn, TEX_IN_POST_MAX, TEX_MAX } from '#kernel/formulas/formulas.ts'
import { IMAGES_MAX, imagesIn } from '#kernel/html/images.ts'
import { readingMinutes, summaryOf } from '#kernel/html/plain.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { BODY_MAX, SUMMARY_MAX, TAGS_IN_BODY_MAX, tagsIn } from '#kernel/post-limits.ts'

/** A sanitised body, and what is made from it. */
export interface PostBody {
  html: string
  /** The beginning of the text, for a post whose author wrote no summary. */
  beginning: string
  readingMinutes: number
  /** The MathML to store with the body, as JSON; null without formulas. */
  formulas: string | null
}

/** Throws `validation_failed` if the body exceeds a limit. */
export async function postBody(raw: string): Promise<PostBody> {
  const { html, beginning, readingMinutes } = readBody(raw)
  return { html, beginning, readingMinutes, formulas: await formulasFor(html) }
}

/** The same without the formulas. */
export function readBody(raw: string): Omit<PostBody, 'formulas'> {
  const html = sanitisedBody(raw)
  return { html, beginning: beginningOf(html), readingMinutes: readingMinutes(html) }
}

export const beginningOf = (html: string): string => summaryOf(html, SUMMARY_MAX)

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

/** The library is imported with the first formula, because it would slow down every start. */
async function formulasFor(body: string): Promise<string | null> {
  if (formulasIn(body).length === 0) return null
  const { madeFormulas } = await import('#kernel/formulas/mathml.ts')
  const made = madeFormulas(body)
  return made && JSON.stringify(made)
}
