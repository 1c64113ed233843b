import type { Context } from 'hono'
import type * as z from 'zod'
import type { AppEnv } from '#env'
import { AppError, ERROR_STATUS, type ErrorCode, errorMessage, isOurFault } from '#kernel/errors.ts'
import { problemIn } from '#kernel/fields.ts'
import type { Language } from '#kernel/i18n.ts'
import { safeNext } from '#kernel/next-path.ts'
import { fieldsInWords } from '#web/errors/errors.tsx'
import { type HeaderContext, siteOrigin } from '#web/site-origin.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/**
 * The page that contained a plain form, from the Referer header; the home page if the header is
 * missing.
 */
export function cameFrom(c: HeaderContext): string {
  const referer = c.req.header('referer') ?? ''
  const url = URL.canParse(referer) ? new URL(referer) : null
  return url?.origin === siteOrigin(c) ? safeNext(url.pathname + url.search) : '/'
}

export const FORM_MAX = 16 * 1024

type Fields = Record<string, string>

/**
 * The result of reading a form. `sent` has the submitted values, to show them again if there are
 * errors.
 */
type Read<Input> =
  | { sent: Fields; input: Input; problems: null }
  | { sent: Fields; input: null; problems: Fields }

/**
 * The fields of a plain form, or an error message for each invalid field. The fields in `lists` can
 * occur several times, and their values are arrays.
 */
export async function plainForm<Schema extends z.ZodObject>(
  c: { req: { raw: Request }; var: { language: Language } },
  schema: Schema,
  max = FORM_MAX,
  lists: readonly string[] = [],
): Promise<Read<z.infer<Schema>>> {
  const body = new TextDecoder().decode(await readAtMost(c.req.raw, max))
  const fields = new URLSearchParams(body)
  const sent = Object.fromEntries(fields)
  const listed = Object.fromEntries(lists.map((name) => [name, fields.getAll(name)]))
  const parsed = schema.safeParse({ ...sent, ...listed })
  if (parsed.success) return { sent, input: parsed.data, problems: null }
  const problems = parsed.error.issues.map(
    (issue) => [String(issue.path[0]), problemIn(issue, c.var.language)] as const,
  )
  // Only the first problem of each field is shown: `fromEntries` keeps the last one of a name.
  return { sent, input: null, problems: Object.fromEntries(problems.reverse()) }
}

/**
 * A form that was sent without JavaScript and refused: its values and errors, to show the form
 * again.
 */
export interface Refused {
  sent: Fields
  problems: Fields
  /** An error that does not belong to one field. */
  problem?: string | undefined
  status: (typeof ERROR_STATUS)[ErrorCode]
}

/**
 * A handler that runs the command of the API route. If the command refuses, `show` shows the form
 * again with the errors. Bugs and outages are thrown.
 */
export function handlePlainForm<Schema extends z.ZodObject>(
  schema: Schema,
  show: (c: Context<AppEnv>, refused: Refused) => Response | Promise<Response>,
  run: (c: Context<AppEnv>, input: z.infer<Schema>) => Promise<Response>,
): (c: Context<AppEnv>) => Promise<Response> {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const { input, problems, sent } = await plainForm(c, schema)
    if (problems) return show(c, { sent, problems, status: ERROR_STATUS.validation_failed })
    try {
      return await run(c, input)
    } catch (error) {
      return show(c, refusal(error, sent, c.var.language))
    }
  }
}

/** Converts an error into messages for the form. Rethrows bugs and outages. */
export function refusal(error: unknown, sent: Fields, language: Language): Refused {
  if (!(error instanceof AppError) || isOurFault(error.code)) throw error
  const { code, details } = error
  const problems = fieldsInWords(details.fields ?? {}, language)
  const field = FIELDS[code]
  if (field) problems[field] = errorMessage(code, language)
  const problem = Object.keys(problems).length > 0 ? undefined : errorMessage(code, language)
  return { sent, problems, problem, status: ERROR_STATUS[code] }
}

/** Error codes that are shown beside a field. */
const FIELDS: { [Code in ErrorCode]?: string } = {
  email_taken: 'email',
  username_taken: 'username',
  invitation_required: 'invitation',
}
