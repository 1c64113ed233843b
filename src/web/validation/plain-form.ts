import type { HonoRequest } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { z } from 'zod'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { problemIn } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { safeNext } from '#kernel/next-path.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/** The page that a plain form was on, as the browser says; the home page where it does not. */
export function cameFrom({ req }: { req: HonoRequest }): string {
  const referer = req.header('referer') ?? ''
  const url = URL.canParse(referer) ? new URL(referer) : null
  return url?.origin === new URL(req.url).origin ? safeNext(url.pathname + url.search) : '/'
}

const FORM_MAX = 16 * 1024

/**
 * For a form that a browser sends without a script. It brings no CSRF token, so the browser must say that it comes from a page
 * of this site.
 */
export const fromThisSite = noted(
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.req.header('origin') !== new URL(c.req.url).origin) throw new AppError('csrf_failed')
    await next()
  }),
  { access: 'anyone' },
)

type Fields = Record<string, string>

/** `sent` is what came, to be shown again where something is wrong with it. */
type Read<Input> = { sent: Fields; input: Input; problems: null } | { sent: Fields; input: null; problems: Fields }

/** The fields of a plain form, or what is wrong with each. */
export async function plainForm<Schema extends z.ZodObject>(
  c: { req: { raw: Request }; var: { language: Language } },
  schema: Schema,
): Promise<Read<z.infer<Schema>>> {
  const body = new TextDecoder().decode(await readAtMost(c.req.raw, FORM_MAX))
  const sent = Object.fromEntries(new URLSearchParams(body))
  const parsed = schema.safeParse(sent)
  if (parsed.success) return { sent, input: parsed.data, problems: null }
  const problems = parsed.error.issues.map(
    (issue) => [String(issue.path[0]), problemIn(issue, c.var.language)] as const,
  )
  // Of several problems of a field the first is told.
  return { sent, input: null, problems: Object.fromEntries(problems.reverse()) }
}
