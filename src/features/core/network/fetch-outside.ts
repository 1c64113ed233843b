import { SECOND } from '#kernel/clock.ts'
import { AppError } from '#kernel/errors.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { isPublicHost } from '#kernel/public-host.ts'

const TIMEOUT = 5 * SECOND
/** Bytes of a response that are read. The rest is not. */
const RESPONSE_READ_MAX = 64 * 1024

export interface Outside {
  /**
   * Whether http to this machine is allowed. It is in a local run, for a service that runs beside
   * the site.
   */
  isLocal: boolean
  /** The origin of this site, which is never a target. Null if it is unknown. */
  site: string | null
  /**
   * Sends the requests. On one machine it is a binding that resolves the name and then refuses
   * private addresses (scripts/site/miniflare.ts).
   */
  network: Network
}

interface Network {
  fetch(url: string, init: RequestInit): Promise<Response>
}

/**
 * `env` is a part of the bindings. The type of the bindings cannot be imported here, because
 * scripts import this file.
 */
export function outsideOf(
  env: { ENVIRONMENT: string; OUTSIDE?: Network },
  site: string | null,
): Outside {
  // workerd refuses to call its `fetch` as a method of another object.
  const network = env.OUTSIDE ?? { fetch: (url: string, init: RequestInit) => fetch(url, init) }
  return { isLocal: env.ENVIRONMENT !== 'production', site, network }
}

type Reason = 'not_https' | 'credentials' | 'port' | 'not_public' | 'this_site'

/** The reason why the site sends no request to this address, or null if it may. */
export function badTarget(url: URL, { isLocal, site }: Omit<Outside, 'network'>): Reason | null {
  const own = site === null ? null : new URL(site)
  if (url.username !== '' || url.password !== '') return 'credentials'
  if (isLocal && url.protocol === 'http:' && isLoopback(url)) {
    return own !== null && isLoopback(own) && own.port === url.port ? 'this_site' : null
  }
  if (url.protocol !== 'https:') return 'not_https'
  if (url.hostname === own?.hostname) return 'this_site'
  if (url.port !== '') return 'port'
  return isPublicHost(url.hostname) ? null : 'not_public'
}

export const isLoopback = ({ hostname }: URL) =>
  ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** The URL of an address that a person typed. Throws if the site must not call the address. */
export function outsideUrl(address: string, outside: Omit<Outside, 'network'>): URL {
  const url = URL.canParse(address) ? new URL(address) : null
  const reason = url === null ? 'not_https' : badTarget(url, outside)
  if (url !== null && reason === null) return url
  const message = (language: Language) => reasonTexts[language][reason ?? 'not_https']
  throw new AppError('bad_target', { message, extra: { reason } })
}

const reasonTexts = bilingual({
  not_https: ['地址必须以 https:// 开头。', 'The address must start with https://.'],
  credentials: [
    '地址中不能包含用户名或密码。',
    'The address must not contain a user name or a password.',
  ],
  port: ['地址只能使用 443 端口。', 'The address must use port 443.'],
  not_public: ['该地址不在公网上。', 'The address is not on the public internet.'],
  this_site: ['地址不能指向本站。', 'The address must not be this site.'],
})

export interface OutsideInit {
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams | string | Uint8Array<ArrayBuffer> | null | undefined
}

/**
 * The only `fetch` for addresses that a person typed. It is bounded in time and size, and follows
 * no redirects, which could lead to another host. Names are resolved after the check, so a name can
 * still lead to a private address where `network` does not refuse it (SECURITY.md). A caller that
 * does not need the body must cancel it.
 */
export async function fetchOutside(
  outside: Outside,
  address: string,
  { body = null, ...init }: OutsideInit = {},
): Promise<Response> {
  const response = await outside.network.fetch(outsideUrl(address, outside).href, {
    ...init,
    body,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  return new Response(response.body?.pipeThrough(limited(RESPONSE_READ_MAX)), response)
}

/** Seconds that the receiver asks to wait, as a number or as a date (RFC 9110, section 10.2.3). */
export function retryAfterOf({ headers }: Response, now: Date): number | undefined {
  const value = headers.get('retry-after') ?? ''
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / SECOND
  return seconds > 0 ? seconds : undefined
}

/** Ends a stream after this many bytes. A parser of the response then fails. */
function limited(most: number): TransformStream<Uint8Array, Uint8Array> {
  let left = most
  return new TransformStream({
    transform(part, controller) {
      controller.enqueue(part.subarray(0, left))
      left -= part.byteLength
      if (left <= 0) controller.terminate()
    },
  })
}
