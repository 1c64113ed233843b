import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { problemIn } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { safeNext } from '#kernel/next-path.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { type HeaderContext, siteOrigin } from '#web/site-origin.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/** The page of a plain form, from the Referer; the home page if there is none. */
export function cameFrom(c: HeaderContext): string {
  const referer = c.req.header('referer') ?? ''
  const url = URL.canParse(referer) ? new URL(referer) : null
  return url?.origin === siteOrigin(c) ? safeNext(url.pathname + url.search) : '/'
}

const FORM_MAX = 16 * 1024

/**
 * For a form that a browser sends without JavaScript. It has no CSRF token, so the browser headers must show that it comes
 * from this site.
 */
export const fromThisSite = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.header('origin') !== siteOrigin(c)) throw new AppError('csrf_failed')
    await next()
  }),
  { access: 'anyone' },
)

type Fields = Record<string, string>

/** `sent` has the submitted values, to show them again if there are errors. */
type Read<Input> = { sent: Fields; input: Input; problems: null } | { sent: Fields; input: null; problems: Fields }

/** The fields of a plain form, or an error message for each invalid field. */
export async function plainForm<Schema extends z.ZodObject>(
  c: { req: { raw: Request }; var: { language: Language } },
  schema: Schema,
  max = FORM_MAX,
): Promise<Read<z.infer<Schema>>> {
  const body = new TextDecoder().decode(await readAtMost(c.req.raw, max))
  const sent = Object.fromEntries(new URLSearchParams(body))
  const parsed = schema.safeParse(sent)
  if (parsed.success) return { sent, input: parsed.data, problems: null }
  const problems = parsed.error.issues.map(
    (issue) => [String(issue.path[0]), problemIn(issue, c.var.language)] as const,
  )
  // Only the first problem of a field is shown.
  return { sent, input: null, problems: Object.fromEntries(problems.reverse()) }
}
