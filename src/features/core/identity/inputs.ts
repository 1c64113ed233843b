import * as z from 'zod'
import { AI_CRAWLERS } from '#db/values.ts'
import { HEX_COLOUR } from '#kernel/colours.ts'
import { line, problem, text } from '#kernel/fields.ts'
import { safeLink } from '#kernel/html/urls.ts'

export const NAME_MAX = 40
export const TAGLINE_MAX = 80
export const LABEL_MAX = 30
export const LINK_URL_MAX = 500
/** The trigger footer_links_six_at_most has the same number. */
export const LINKS_MAX = 6

/** An empty field means the default. */
const orNull = <Text extends z.ZodType<string>>(text: Text) => text.transform((value) => (value === '' ? null : value))

/** Without control characters: the text is used in titles and mail headers. */
const plainLine = (max: number, min = 0) =>
  line({ min, max }).superRefine((value, context) => {
    if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) context.addIssue(problem('unreadable'))
  })

const AccentInput = z
  .string()
  .trim()
  .toLowerCase()
  .superRefine((value, context) => {
    if (value !== '' && !HEX_COLOUR.test(value)) context.addIssue(problem('not_a_colour'))
  })

/** Missing fields stay unchanged. */
export const IdentityInput = z
  .object({
    name: orNull(plainLine(NAME_MAX)).nullable(),
    tagline_zh: orNull(plainLine(TAGLINE_MAX)).nullable(),
    tagline_en: orNull(plainLine(TAGLINE_MAX)).nullable(),
    accent: orNull(AccentInput).nullable(),
    ai_crawlers: z.enum(AI_CRAWLERS),
  })
  .partial()

export type IdentityChange = z.output<typeof IdentityInput>

const UrlInput = text({ min: 1, max: LINK_URL_MAX }).superRefine((value, context) => {
  const isSafe = safeLink(value) === value && !value.startsWith('#')
  if (value !== '' && !isSafe) context.addIssue(problem('not_a_link'))
})

export const FooterLinkInput = z.object({ label: plainLine(LABEL_MAX, 1), url: UrlInput })
