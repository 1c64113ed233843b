import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'

export interface Sent {
  method: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** The login is valid, but lacks a permission. */
export class Refused extends Failure {}

export class MissingPermission extends Failure {
  /** The message of Cloudflare, empty if it has no details. */
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

export const HOW_TO_LOG_IN =
  'run "npx wrangler login", or set CLOUDFLARE_API_TOKEN (docs/deployment.md lists its permissions)'

/** One request to Cloudflare's API. Returns the `result` of the response, or null for 404. */
export async function request<Result>(url: string, sent: Sent): Promise<Result | null> {
  const got = await send(url, sent)
  const envelope = envelopeIn<Result>(got)
  return got.ok && envelope?.success ? envelope.result : refused(url, sent.method, got)
}

const TRIES = 4

/** Downloads bytes and retries once. Only for requests that may be repeated. */
export async function requestBytes(url: string, sent: Sent): Promise<Got | null> {
  for (let tries = 1; ; tries++) {
    const got = await send(url, sent).catch((error) => {
      if (tries === TRIES) throw error
      return undefined
    })
    if (got?.ok) return got
    if (got && (got.status < 500 || tries === TRIES)) return refused(url, sent.method, got)
    await wait(pauseOf(got) ?? 250 * 2 ** tries)
  }
}

export interface Got {
  ok: boolean
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/** Cloudflare allows 1,200 requests in five minutes. A rate-limited request was not executed, so it is repeated. */
async function send(url: string, sent: Sent): Promise<Got> {
  try {
    const response = await fetch(url, { ...sent, signal: AbortSignal.timeout(PATIENCE) })
    const { ok, status, headers } = response
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (status !== 429) return { ok, status, headers, bytes }
    await wait(pauseOf({ headers }) ?? 5_000)
    return send(url, sent)
  } catch (error) {
    if (error instanceof Failure) throw error
    const { message, cause } = error as Error & { cause?: { code?: string } }
    throw new Failure(`Cloudflare does not respond (${cause?.code ?? message})`)
  }
}

/** The milliseconds of Retry-After, at most five minutes; undefined without the header. */
function pauseOf(got: Pick<Got, 'headers'> | undefined): number | undefined {
  const seconds = got?.headers.get('retry-after')
  return seconds ? 1_000 * Math.min(Number(seconds) || 0, 300) : undefined
}

/** A large import responds late. */
const PATIENCE = 5 * 60_000

function refused(url: string, method: string, got: Got): null {
  if (got.status === 404) return null
  const said = envelopeIn(got)?.errors?.map(({ message }) => message)
  const reason = said?.join('; ') || `status ${got.status}`
  // Removes the account id and signatures from the path.
  const what = url.replace(/^.*\/accounts\/[^/]+\//, '').replace(/\?.*/, '')
  if (got.status === 401 || got.status === 403) {
    const denied = `this login has no permission to ${method === 'GET' ? 'see' : 'change'} "${what}"; ${HOW_TO_LOG_IN}`
    throw new MissingPermission(denied, reason === 'Authentication error' ? '' : reason)
  }
  throw new Refused(`Cloudflare refused ${method} "${what}": ${reason}`)
}

interface Envelope<Result> {
  success: boolean
  result: Result
  errors?: { code: number; message: string }[]
}

function envelopeIn<Result>({ bytes }: Got): Envelope<Result> | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
