import { Failure } from '../bootstrap/failure.mjs'
import { runSilently } from '../build/tools.ts'

/** An account at Cloudflare that we may act in. */
export interface Account {
  id: string
  name: string
  /** One request of Cloudflare's API, below the account. Null for what is not there. */
  ask<Answer>(method: string, path: string, body?: object): Promise<Answer | null>
  /** A wrangler command, never asking back. Returns what it said. */
  wrangler(args: string[], env?: NodeJS.ProcessEnv): Promise<{ code: number; output: string }>
}

export async function logIn(env = process.env): Promise<Account> {
  const { output } = await runSilently('wrangler', ['whoami', '--json'], NEVER_ASKS)
  const said = jsonIn<{ loggedIn?: boolean; accounts?: AccountName[] }>(output)
  if (!said?.loggedIn) throw new Failure(`not logged in at Cloudflare; ${HOW_TO_LOG_IN}`)
  const { id, name } = chosen(said.accounts ?? [], env.CLOUDFLARE_ACCOUNT_ID)
  return accountAt(env.CLOUDFLARE_API_BASE_URL ?? CLOUDFLARE, { id, name }, await authorization(env))
}

export function accountAt(api: string, { id, name }: AccountName, headers: Record<string, string>): Account {
  return {
    id,
    name,
    ask: (method, path, body) => request(`${api}/accounts/${id}/${path}`, { method, headers, body }),
    wrangler: (args, more) => runSilently('wrangler', args, { ...NEVER_ASKS, CLOUDFLARE_ACCOUNT_ID: id, ...more }),
  }
}

interface AccountName {
  id: string
  name: string
}

const CLOUDFLARE = 'https://api.cloudflare.com/client/v4'

/** Cloudflare knows who asks, and has another reason to say no. */
export class Refused extends Failure {}

export class NoRight extends Failure {
  /** What Cloudflare says of it, empty where it says no more than that. */
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

export const HOW_TO_LOG_IN =
  'run "npx wrangler login", or set CLOUDFLARE_API_TOKEN (docs/deployment.md says with which rights)'

// So that it neither waits for an answer nor writes ids of the account into wrangler.toml.
const NEVER_ASKS = { CI: 'true' }

function chosen(accounts: AccountName[], wanted: string | undefined) {
  const [first, ...more] = accounts.filter(({ id }) => !wanted || id === wanted)
  if (!first) throw new Failure(wanted ? `this login has no account ${wanted}` : 'this login has no account')
  if (more.length === 0) return first
  const all = [first, ...more].map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new Failure(`this login has several accounts; choose one with CLOUDFLARE_ACCOUNT_ID: ${all}`)
}

/** Of the login that wrangler keeps; it lives in this process only. */
async function authorization(env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
  if (env.CLOUDFLARE_API_TOKEN) return { authorization: `Bearer ${env.CLOUDFLARE_API_TOKEN}` }
  const { output } = await runSilently('wrangler', ['auth', 'token', '--json'], NEVER_ASKS)
  const said = jsonIn<{ token?: string; key?: string; email?: string }>(output)
  if (said?.token) return { authorization: `Bearer ${said.token}` }
  if (said?.key && said.email) return { 'x-auth-key': said.key, 'x-auth-email': said.email }
  throw new Failure(`wrangler has no login to use; ${HOW_TO_LOG_IN}`)
}

interface Envelope<Answer> {
  success: boolean
  result: Answer
  errors: { code: number; message: string }[]
}

async function request<Answer>(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: object | undefined },
): Promise<Answer | null> {
  const text = body && { body: JSON.stringify(body), headers: { ...headers, 'content-type': 'application/json' } }
  const response = await fetch(url, { method, headers, ...text, signal: AbortSignal.timeout(60_000) }).catch(
    (error) => {
      throw new Failure(`Cloudflare does not answer (${error.cause?.code ?? error.message})`)
    },
  )
  if (response.status === 404) return null
  const what = url.replace(/^.*\/accounts\/[^/]+\//, '').replace(/\?.*/, '')
  const envelope = (await response.json().catch(() => null)) as Envelope<Answer> | null
  if (envelope?.success) return envelope.result
  const reason = envelope?.errors.map(({ message }) => message).join('; ') ?? `status ${response.status}`
  if (response.status === 401 || response.status === 403) {
    const denied = `this login has no right to ${method === 'GET' ? 'see' : 'change'} "${what}"; ${HOW_TO_LOG_IN}`
    throw new NoRight(denied, reason === 'Authentication error' ? '' : reason)
  }
  throw new Refused(`Cloudflare refused ${method} "${what}": ${reason}`)
}

/** Wrangler may say other things around its JSON. */
function jsonIn<Said>(output: string): Said | null {
  try {
    return JSON.parse(output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1))
  } catch {
    return null
  }
}
