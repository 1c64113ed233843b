import type { HonoRequest } from 'hono'
import type { MemberEnv } from '#env'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'

export const IDEMPOTENCY_KEY_MAX = 64

/** As `Retry` of features/core/site, which `web` cannot import. */
interface Retry {
  uid: number
  key: string
  /** The hash of method, path and body: a key that is used for another request is refused. */
  requestHash: string
}

interface RetryContext {
  req: HonoRequest
  var: Pick<MemberEnv['Variables'], 'viewerId'>
}

/**
 * The `Idempotency-Key` of the request, bound to the viewer and to the request; null if the request
 * has none. An alias route passes its main path, so that both routes have the same hash.
 */
export async function retryOf(
  c: RetryContext,
  body: unknown,
  path = c.req.path,
): Promise<Retry | null> {
  const key = c.req.header('idempotency-key')
  if (key === undefined) return null
  if (key.length < 1 || key.length > IDEMPOTENCY_KEY_MAX) {
    throw new AppError('validation_failed', {
      fields: { 'idempotency-key': fieldProblem('invalid') },
    })
  }
  const asked = new TextEncoder().encode(`${c.req.method} ${path}\n${JSON.stringify(body)}`)
  const digest = await crypto.subtle.digest('SHA-256', asked)
  return { uid: c.var.viewerId.uid, key, requestHash: toBase64Url(new Uint8Array(digest)) }
}
