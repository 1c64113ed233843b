import { ApiError, isRecord } from '#client/api-error.ts'
import { clientText } from '#client/text.ts'
import { refusalIn } from '../../api-client/refusal.ts'

/** One request. `createApi` decides about retries. */
export interface Outgoing {
  method: string
  path: string
  payload: unknown
  headers: Record<string, string>
  onProgress?: ((fraction: number) => void) | undefined
}

export interface Incoming {
  status: number
  /** The parsed JSON body. It is `undefined` if there is none, and `null` if it is not JSON. */
  data: unknown
  retryAfterSeconds: number | null
}

export type Transport = (outgoing: Outgoing) => Promise<Incoming>

/** What the API client depends on. Tests replace it. */
interface Dependencies {
  send: Transport
  /** The value of the `joule_csrf` cookie. */
  csrfCookie(): string | undefined
  /** Called when the reader is no longer signed in. */
  signedOut(): void
  /** Asks the reader to confirm their identity, by one of these methods. False if they cancel. */
  confirmed?(methods: readonly string[]): Promise<boolean>
}

type Answer = Record<string, unknown>

/** A client of `/api`. Each function rejects with an `ApiError` if the request fails. */
export interface Api {
  get(path: string): Promise<Answer>
  /** `headers` adds headers such as `Idempotency-Key`. */
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  put(path: string, body?: unknown): Promise<Answer>
  delete(path: string, body?: unknown): Promise<Answer>
  /** `onProgress` gets the part that has been sent, from 0 to 1. */
  upload(path: string, form: FormData, onProgress?: (fraction: number) => void): Promise<Answer>
}

interface How {
  headers?: Record<string, string> | undefined
  onProgress?: Outgoing['onProgress']
}

/**
 * A client of `/api`. It renews an expired session or a stale CSRF token, or asks for a
 * confirmation, and repeats the request. Each happens at most once per request, so that it cannot
 * loop. A read is also repeated if the session cannot be renewed.
 */
export function createApi({ send, csrfCookie, signedOut, confirmed }: Dependencies): Api {
  let refreshing: Promise<boolean> | undefined
  let refreshes = 0
  let askingForCsrf: Promise<string> | undefined

  /** Every response with a body is a JSON object. */
  async function request(
    method: string,
    path: string,
    payload?: unknown,
    how: How = {},
  ): Promise<Answer> {
    const isWrite = method !== 'GET'
    // A confirmation belongs to the session, so it may renew the session.
    const isAuth = path.startsWith('/api/auth/') && path !== '/api/auth/confirm'
    const refreshesBefore = refreshes
    let mayRefresh = !isAuth
    let mayRenewCsrf = isWrite
    let mayConfirm = confirmed !== undefined && !isAuth
    for (;;) {
      const headers: Record<string, string> = { Accept: 'application/json', ...how.headers }
      if (isWrite) headers['X-CSRF-Token'] = csrfCookie() ?? (await freshCsrf())
      const response = await reach({ method, path, payload, headers, onProgress: how.onProgress })
      if (response.status < 400 && response.data !== null)
        return isRecord(response.data) ? response.data : {}
      const refusal = refusalIn(response.data) ?? {
        code: 'unreadable',
        message: clientText().unreadable,
      }
      const error = new ApiError(response.status, refusal, response.retryAfterSeconds)
      if (error.code === 'csrf_failed' && mayRenewCsrf) {
        mayRenewCsrf = false
        await freshCsrf()
      } else if (error.code === 'confirmation_required' && mayConfirm) {
        mayConfirm = false
        if (!(await confirmed?.(methodsIn(response.data)))) throw error
      } else if (isSignedOut(error) && mayRefresh) {
        mayRefresh = false
        // Another request may have renewed the session in the meantime.
        const isRenewed = refreshes !== refreshesBefore || (await refresh())
        // The failed refresh has cleared the cookies, so a public read is repeated as anonymous.
        if (!isRenewed && isWrite) return leave(error)
      } else if (isSignedOut(error) && !isAuth) return leave(error)
      else throw error
    }
  }

  /** All requests of this tab that find the session expired wait for one refresh. */
  function refresh(): Promise<boolean> {
    refreshing ??= request('POST', '/api/auth/refresh', {})
      .then(() => {
        refreshes++
        return true
      })
      .catch((error) => {
        // Only a refusal ends the session, not a network error.
        if (error instanceof ApiError && error.status === 401) return false
        throw error
      })
      .finally(() => {
        refreshing = undefined
      })
    return refreshing
  }

  /**
   * All requests wait for one new CSRF token, because before a login each new token replaces the
   * last one.
   */
  function freshCsrf(): Promise<string> {
    askingForCsrf ??= request('GET', '/api/auth/csrf')
      .then(({ csrf_token }) => String(csrf_token ?? ''))
      .finally(() => {
        askingForCsrf = undefined
      })
    return askingForCsrf
  }

  async function reach(outgoing: Outgoing): Promise<Incoming> {
    try {
      return await send(outgoing)
    } catch {
      throw new ApiError(0, { code: 'offline', message: clientText().offline })
    }
  }

  function leave(error: ApiError): never {
    signedOut()
    throw error
  }

  return {
    get: (path) => request('GET', path),
    post: (path, body, headers) => request('POST', path, body, { headers }),
    put: (path, body) => request('PUT', path, body),
    delete: (path, body) => request('DELETE', path, body),
    upload: (path, form, onProgress) => request('POST', path, form, { onProgress }),
  }
}

/** The names of the methods in the error: `password`, `provider`, `code`, `passkey`. */
function methodsIn(data: unknown): string[] {
  const methods = isRecord(data) && isRecord(data.error) ? data.error.methods : []
  return Array.isArray(methods) ? methods.map(String) : []
}

function isSignedOut({ status, code }: ApiError): boolean {
  return status === 401 && (code === 'unauthenticated' || code === 'session_expired')
}
