import { SECOND } from '#kernel/clock.ts'

const TIMEOUT = 10 * SECOND
/** Discovery documents and key sets are a few kilobytes. */
const RESPONSE_MAX = 256 * 1024

/** Whether http to this machine is allowed: in a local run, for a provider that runs beside the site. */
export interface Reach {
  isLocal: boolean
}

/** Providers are reached by https only. */
export function mayReach(url: URL, { isLocal }: Reach): boolean {
  if (url.username !== '' || url.password !== '') return false
  return url.protocol === 'https:' || (isLocal && url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

interface OutgoingInit {
  method?: string
  headers?: Record<string, string>
  body?: URLSearchParams | string | undefined
}

/** `fetch` for requests to providers: bounded in time and size, and without redirects, which could lead to another host. */
export function outgoing(reach: Reach) {
  return async (url: string, { body, ...init }: OutgoingInit): Promise<Response> => {
    if (!mayReach(new URL(url), reach)) throw new Error(`refused to call ${url}`)
    const response = await fetch(url, {
      ...init,
      body: body ?? null,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const headers = new Headers()
    for (const name of ['content-type', 'www-authenticate', 'date']) {
      const value = response.headers.get(name)
      if (value !== null) headers.set(name, value)
    }
    return new Response(await readBounded(response), { status: response.status, headers })
  }
}

async function readBounded(response: Response): Promise<Blob> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > RESPONSE_MAX) throw new Error(`${response.url} responded with more than ${RESPONSE_MAX} bytes`)
    parts.push(part)
  }
  return new Blob(parts)
}
