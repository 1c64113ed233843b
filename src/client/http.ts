import {
  type Api,
  createApi,
  type Incoming,
  type Outgoing,
  type Transport,
} from '#client/create-api.ts'
import { secondsIn } from '../../api-client/refusal.ts'

/** Only XMLHttpRequest reports upload progress, so it sends files. */
export const transport: Transport = (outgoing) =>
  outgoing.payload instanceof FormData ? sendForm(outgoing, outgoing.payload) : sendJson(outgoing)

async function sendJson({ method, path, payload, headers }: Outgoing): Promise<Incoming> {
  const response = await fetch(path, {
    method,
    // With `keepalive` the request of a button is completed even if the page is left at once. A
    // request with a body has none, because the body may be too large for it.
    keepalive: method !== 'GET' && payload === undefined,
    headers: { ...headers, ...(payload !== undefined && { 'Content-Type': 'application/json' }) },
    ...(payload !== undefined && { body: JSON.stringify(payload) }),
  })
  return incoming(response.status, await response.text(), response.headers.get('Retry-After'))
}

function sendForm(
  { method, path, headers, onProgress }: Outgoing,
  form: FormData,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve(
        incoming(request.status, request.responseText, request.getResponseHeader('Retry-After')),
      ),
    )
    request.addEventListener('error', () => reject(new TypeError('network')))
    request.send(form)
  })
}

let newest = ''

/**
 * Keeps the newest bookmark in the cookie, because responses of concurrent writes may arrive out of
 * order. Exported for its test.
 */
export function keepNewestBookmark(
  page: { cookie: string },
  { protocol }: { protocol: string },
): void {
  const found = /(?:^|; )joule_bookmark=([^;]+)/.exec(page.cookie)?.[1] ?? ''
  if (found >= newest) newest = found
  else if (found !== '')
    page.cookie = `joule_bookmark=${newest}; path=/; samesite=lax; max-age=60${protocol === 'https:' ? '; secure' : ''}`
}

function incoming(status: number, body: string, retryAfter: string | null): Incoming {
  keepNewestBookmark(document, location)
  return { status, data: parsed(body), retryAfterSeconds: secondsIn(retryAfter) }
}

function parsed(body: string): unknown {
  if (body === '') return undefined
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}

/** The CSRF token. It is constant during a session, so it also identifies the session. */
export const csrfCookie = () => /(?:^|; )joule_csrf=([^;]+)/.exec(document.cookie)?.[1]

export const api: Api = createApi({
  send: transport,
  csrfCookie,
  signedOut() {
    const { pathname, search } = location
    if (['/login', '/register', '/restore'].includes(pathname)) return
    location.assign(`/login?ended=1&next=${encodeURIComponent(pathname + search)}`)
  },
  confirmed: (methods) =>
    import('#client/confirm-identity.ts').then(({ confirmIdentity }) =>
      confirmIdentity(api, methods),
    ),
})

/**
 * With this client an ended session does not lead to the login, so that the editor loses no text.
 */
export const quietApi = createApi({ send: transport, csrfCookie, signedOut() {} })
