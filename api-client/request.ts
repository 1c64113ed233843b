import { JouleError, type JouleErrorCode } from './error.ts'
import { type Refusal, refusalIn } from './refusal.ts'

/** The untyped input of a call. */
export interface Sending {
  path?: Record<string, string | number>
  query?: Record<string, string | number | boolean | undefined>
  body?: object
  idempotencyKey?: string
  signal?: AbortSignal
}

/** The site that a client sends its requests to. */
export interface Wire {
  site: URL
  fetch: typeof fetch
  language: string | undefined
}

/**
 * Sends one request and returns the response, whatever its status. Throws `JouleError` if there is
 * no response.
 */
export async function send(
  wire: Wire,
  method: string,
  path: string,
  token: string | null,
  sending: Sending,
): Promise<Response> {
  const { body, idempotencyKey, signal } = sending
  const headers = new Headers({ Accept: 'application/json' })
  if (wire.language !== undefined) headers.set('Accept-Language', wire.language)
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  const payload = body && payloadOf(body)
  if (typeof payload === 'string') headers.set('Content-Type', 'application/json')
  const request: RequestInit = { method: method.toUpperCase(), headers }
  // Do not send cookies. Only browsers and Node support `credentials`; Workers throw on it.
  if ('credentials' in Request.prototype) request.credentials = 'omit'
  if (payload !== undefined) request.body = payload
  if (signal) request.signal = signal
  const url = addressOf(wire.site, path, sending)
  // Call fetch without a receiver: in browsers it fails with another `this`.
  const { fetch } = wire
  return fetch(url, request).catch((cause) => {
    if (signal?.aborted) throw cause
    throw new JouleError(
      { code: 'unreachable', message: `${wire.site.origin} does not answer` },
      undefined,
      { cause },
    )
  })
}

/** The content of the response: JSON, nothing, or a file. Throws if the call was refused. */
export async function contentOf(answer: Response, site: URL): Promise<unknown> {
  if (answer.status === 204) return undefined
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json')
  // A file is returned as a Blob, but only from a Joule site: an error page of a proxy is not a
  // file.
  if (answer.ok && !isJson && answer.headers.has('X-Request-Id')) return answer.blob()
  const content = isJson ? await answer.json().catch(() => undefined) : undefined
  if (answer.ok && content !== undefined) return content
  throw new JouleError(refusalIn<JouleErrorCode>(content) ?? unreadable(answer, site), answer)
}

function addressOf(site: URL, path: string, { path: names = {}, query = {} }: Sending): URL {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(names[name])))
  const url = new URL(site.pathname.replace(/\/$/, '') + filled, site)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  return url
}

/** A body with a file is sent as a form, any other body as JSON. */
function payloadOf(body: object): FormData | string {
  const members = Object.entries(body)
  if (!members.some(([, value]) => value instanceof Blob)) return JSON.stringify(body)
  const form = new FormData()
  for (const [name, value] of members) form.append(name, value)
  return form
}

function unreadable({ status }: Response, site: URL): Refusal<JouleErrorCode> {
  return {
    code: 'unreadable',
    message: `${site.origin} answered ${status}, but not as a Joule site does`,
  }
}
