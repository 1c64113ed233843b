import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import { isOutage } from '#db/outage.ts'
import type { AppEnv } from '#env'
import { type OAuthError, OAuthProblem } from '#features/accounts/apps/authorization.ts'
import { AppError, ERROR_STATUS } from '#kernel/errors.ts'
import { readAtMost } from '#web/validation/request-body.ts'

const FORM_MAX = 16 * 1024

/** The form of a request to the token endpoint or to the revocation endpoint. */
export async function formOf({ req }: Context<AppEnv>): Promise<URLSearchParams> {
  const type = req.header('content-type') ?? ''
  const body = new TextDecoder().decode(await readAtMost(req.raw, FORM_MAX))
  if (!type.toLowerCase().startsWith('application/x-www-form-urlencoded')) {
    throw new OAuthProblem('invalid_request', 'the body must be application/x-www-form-urlencoded')
  }
  return new URLSearchParams(body)
}

/**
 * Responds in the formats of RFC 6749 and RFC 6750, also with refusals. The responses are never
 * stored.
 */
export async function oauthResponse(
  c: Context<AppEnv>,
  handle: () => Promise<object | null>,
): Promise<Response> {
  c.header('Cache-Control', 'private, no-store')
  try {
    const response = await handle()
    return response === null ? c.body(null, 200) : c.json(response)
  } catch (error) {
    const { code, status, description, retryAfter } = refusalOf(error)
    if (retryAfter !== undefined) c.header('Retry-After', String(retryAfter))
    if (code === 'invalid_client') c.header('WWW-Authenticate', 'Basic realm="applications"')
    if (code === 'invalid_token')
      c.header('WWW-Authenticate', `Bearer error="${code}", error_description="${description}"`)
    if (status < 500) return c.json({ error: code, error_description: description }, status)
    const { requestId } = c.var
    console.error(JSON.stringify({ level: 'error', request_id: requestId, error: String(error) }))
    return c.json({ error: code, error_description: `${description} (${requestId})` }, status)
  }
}

interface OAuthRefusal {
  code: OAuthError
  status: 400 | 401 | 413 | 429 | 500 | 503
  description: string
  /** The value of the header `Retry-After`, in seconds. */
  retryAfter?: number | undefined
}

const OUTAGE_SECONDS = 5

function refusalOf(error: unknown): OAuthRefusal {
  if (error instanceof OAuthProblem) {
    const { code, message: description } = error
    return {
      code,
      status: code === 'invalid_client' || code === 'invalid_token' ? 401 : 400,
      description,
    }
  }
  const unknown = isOutage(error) ? 'unavailable' : 'internal'
  const code = error instanceof AppError ? error.code : unknown
  if (code === 'rate_limited') {
    const retryAfter = error instanceof AppError ? error.details.retryAfterSeconds : undefined
    return {
      code: 'temporarily_unavailable',
      status: 429,
      description: 'too many requests',
      retryAfter,
    }
  }
  if (code === 'body_too_large')
    return { code: 'invalid_request', status: 413, description: 'the body is too large' }
  if (ERROR_STATUS[code] !== 503)
    return { code: 'server_error', status: 500, description: 'an internal error' }
  const description = 'a part of the site is unavailable'
  return { code: 'temporarily_unavailable', status: 503, description, retryAfter: OUTAGE_SECONDS }
}

/**
 * For applications that run in a browser: scripts of any site may read the response. The response
 * never depends on cookies, so no credentials are allowed.
 */
export const anyOrigin = createMiddleware<AppEnv>(async (c, next) => {
  c.header('Access-Control-Allow-Origin', '*')
  c.header('Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After')
  await next()
})

/** The response to a preflight request (CORS). */
export const preflight = createMiddleware<AppEnv>(async (c) => {
  c.header('Access-Control-Allow-Methods', 'GET, POST')
  c.header('Access-Control-Allow-Headers', 'Authorization, Content-Type')
  c.header('Access-Control-Max-Age', '86400')
  return c.body(null, 204)
})
