import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Child } from 'hono/jsx'
import { isOutage } from '#db/outage.ts'
import type { AppEnv } from '#env'
import { AppError, ERROR_STATUS, type ErrorCode, errorMessage, isOurFault } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { ErrorPage, errorTitle } from '#web/errors/error-page.tsx'
import { isPagePath, withoutTrailingSlash } from '#web/paths.ts'

/** The value of Retry-After for outages. */
const OUTAGE_SECONDS = 5

/**
 * Renders a body in the layout of the site. app.tsx passes it in, because `web` does not import
 * features.
 */
type Page = (
  c: Context<AppEnv>,
  facts: { title: string; robots: 'noindex' },
  body: Child,
  status: (typeof ERROR_STATUS)[ErrorCode],
) => Response | Promise<Response>

/** The response to a path that has moved, or null. app.tsx passes it in, too. */
type FindMoved = (c: Context<AppEnv>) => Promise<Response | null>

/** Handles every refusal, outage and bug: with JSON under `/api`, with a page elsewhere. */
export function errorResponses(page: Page, findMoved: FindMoved) {
  const respondToError = (error: Error, c: Context<AppEnv>) => respond(error, c, page)
  const respondNotFound = async (c: Context<AppEnv>) =>
    (await findMoved(c)) ?? redirectToPage(c) ?? respond(new AppError('not_found'), c, page)
  return { respondToError, respondNotFound }
}

function respond(error: Error, c: Context<AppEnv>, page: Page): Response | Promise<Response> {
  const refusal = asRefusal(error)
  if (isOurFault(refusal.code)) {
    const { stack } = error.cause instanceof Error ? error.cause : error
    console.error(
      JSON.stringify({
        level: 'error',
        request_id: c.var.requestId,
        error: stack ?? String(error),
      }),
    )
  }
  const retryAfterSeconds =
    refusal.details.retryAfterSeconds ??
    (ERROR_STATUS[refusal.code] === 503 ? OUTAGE_SECONDS : undefined)
  if (retryAfterSeconds !== undefined) c.header('Retry-After', String(retryAfterSeconds))
  return isPagePath(c.req.path, c.req.method)
    ? respondWithPage(refusal, c, page)
    : respondWithJson(refusal, c)
}

/**
 * A redirect to the path without a trailing slash, because page paths have none. Null if the path
 * has none.
 */
function redirectToPage(c: Context<AppEnv>): Response | null {
  const { pathname, search } = new URL(c.req.url)
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD'
  const path = isRead ? withoutTrailingSlash(pathname) : null
  return path === null ? null : c.redirect(path + search, 301)
}

function asRefusal(error: Error): AppError {
  if (error instanceof AppError) return error
  // Hono throws this error for a body that is not JSON.
  if (error instanceof HTTPException && error.status === 400) return new AppError('bad_request')
  return new AppError(isOutage(error) ? 'unavailable' : 'internal')
}

function respondWithJson({ code, details }: AppError, c: Context<AppEnv>): Response {
  const { language, requestId } = c.var
  const message = details.message?.(language) ?? errorMessage(code, language)
  return c.json(
    {
      error: {
        code,
        message: isOurFault(code) ? `${message} (${requestId})` : message,
        ...(details.fields && { fields: fieldsInWords(details.fields, language) }),
        ...details.extra,
      },
    },
    ERROR_STATUS[code],
  )
}

async function respondWithPage(
  { code }: AppError,
  c: Context<AppEnv>,
  page: Page,
): Promise<Response> {
  const { language, requestId, authentication } = c.var
  // An error can happen before the session is loaded, such as an invalid id. If loading the session
  // fails too, the page is shown as to an anonymous reader.
  await authentication?.load().catch(() => {})
  const status = ERROR_STATUS[code]
  const title = errorTitle(code, language)
  return page(
    c,
    { title, robots: 'noindex' },
    <ErrorPage {...{ status, code, language, requestId }} />,
    status,
  )
}

type Fields = NonNullable<AppError['details']['fields']>

export function fieldsInWords(fields: Fields, language: Language): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [
      name,
      typeof problem === 'string' ? problem : problem(language),
    ]),
  )
}
