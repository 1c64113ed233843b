import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../bootstrap/failure.mjs'
import { runSilently } from '../build/tools.ts'

/** A Cloudflare account that this login can use. */
export interface Account {
  id: string
  name: string
  /** One request to Cloudflare's API below the account. Null if the resource does not exist. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result | null>
  /** The raw bytes of a resource. Null if it does not exist. */
  bytes(path: string): Promise<Uint8Array<ArrayBuffer> | null>
  put(path: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  /** Runs wrangler with this account. */
  wrangler: Wrangler
}

/** Runs a wrangler command without prompts and returns its output. */
export type Wrangler = (
  args: string[],
  env?: NodeJS.ProcessEnv,
) => Promise<{ code: number; output: string }>

// With `CI`, wrangler neither prompts nor writes account ids into wrangler.toml.
export const runWrangler: Wrangler = (args, env) =>
  runSilently('wrangler', args, { CI: 'true', ...env })

/**
 * Uses the login of wrangler or `CLOUDFLARE_API_TOKEN`. Refuses a login with several accounts,
 * unless `CLOUDFLARE_ACCOUNT_ID` names one.
 */
export async function logIn(wrangler: Wrangler): Promise<Account> {
  const { env } = process
  const { output } = await wrangler(['whoami', '--json'])
  const said = jsonIn<{ loggedIn?: boolean; accounts?: AccountName[] }>(output)
  if (!said?.loggedIn) throw new Failure(`not logged in to Cloudflare; ${HOW_TO_LOG_IN}`)
  const { id, name } = chosen(said.accounts ?? [], env.CLOUDFLARE_ACCOUNT_ID)
  const headers = await authorization(wrangler, env)
  const api = env.CLOUDFLARE_API_BASE_URL ?? CLOUDFLARE
  const at = (path: string) => `${api}/accounts/${id}/${path}`
  const json = (body: object | undefined) =>
    body
      ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
      : { headers }
  const withAccount: Wrangler = (args, more) =>
    wrangler(args, { CLOUDFLARE_ACCOUNT_ID: id, ...more })
  return {
    id,
    name,
    ask: <Result>(method: string, path: string, body?: object) =>
      request<Result>(at(path), { method, ...json(body) }),
    bytes: async (path: string) =>
      (await requestBytes(at(path), { method: 'GET', headers }))?.bytes ?? null,
    async put(path: string, body: Uint8Array<ArrayBuffer>, type: string) {
      const got = await requestBytes(at(path), {
        method: 'PUT',
        headers: { ...headers, 'content-type': type },
        body,
      })
      if (!got) throw new Failure(`Cloudflare has no resource "${path}"`)
    },
    wrangler: withAccount,
  }
}

interface AccountName {
  id: string
  name: string
}

const CLOUDFLARE = 'https://api.cloudflare.com/client/v4'

function chosen(accounts: AccountName[], wanted: string | undefined): AccountName {
  const [first, ...more] = accounts.filter(({ id }) => !wanted || id === wanted)
  if (!first)
    throw new Failure(wanted ? `this login has no account ${wanted}` : 'this login has no account')
  if (more.length === 0) return first
  const all = [first, ...more].map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new Failure(
    `this login has several accounts; choose one with CLOUDFLARE_ACCOUNT_ID: ${all}`,
  )
}

/** The headers with the token of the wrangler login. The token is never stored. */
async function authorization(
  wrangler: Wrangler,
  env: NodeJS.ProcessEnv,
): Promise<Record<string, string>> {
  if (env.CLOUDFLARE_API_TOKEN) return { authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}` }
  const { output } = await wrangler(['auth', 'token', '--json'])
  const said = jsonIn<{ token?: string; key?: string; email?: string }>(output)
  if (said?.token) return { authorization: `Bearer ${said.token}` }
  if (said?.key && said.email) return { 'x-auth-key': said.key, 'x-auth-email': said.email }
  throw new Failure(`wrangler is not logged in; ${HOW_TO_LOG_IN}`)
}

/** Wrangler may print other lines around its JSON. */
function jsonIn<Said>(output: string): Said | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}

interface Sent {
  method: string
  headers?: Record<string, string>
  body?: string | Uint8Array<ArrayBuffer>
}

/** Cloudflare refused the request, and not because of a missing permission. */
export class Refused extends Failure {}

/** The login is valid, but lacks a permission. */
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

/**
 * One request to Cloudflare's API. Returns the `result` of the response, or null for status 404.
 */
async function request<Result>(url: string, sent: Sent): Promise<Result | null> {
  const got = await send(url, sent)
  const envelope = envelopeIn<Result>(got)
  return got.ok && envelope?.success ? envelope.result : refused(url, sent.method, got)
}

const TRIES = 4

/**
 * Sends or receives raw bytes. Tries four times after an error of the server or of the connection,
 * so only for requests that may be repeated.
 */
async function requestBytes(url: string, sent: Sent): Promise<Got | null> {
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

interface Got {
  ok: boolean
  status: number
  headers: Headers
  bytes: Uint8Array<ArrayBuffer>
}

/**
 * Cloudflare allows 1,200 requests in five minutes. A rate-limited request was not executed, so it
 * is sent again after the pause that Cloudflare asks for.
 */
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

/** Returns null for status 404. Throws for every other status. */
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

function envelopeIn<Result>({
  bytes,
}: Got): { success: boolean; result: Result; errors?: { message: string }[] } | null {
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return null
  }
}
