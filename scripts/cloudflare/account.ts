import { Failure } from '../bootstrap/failure.mjs'
import { runSilently } from '../build/tools.ts'
import { HOW_TO_LOG_IN, request, requestBytes } from './request.ts'

/** A Cloudflare account that this login can use. */
export interface Account {
  id: string
  name: string
  /** One request to Cloudflare's API below the account. Null if the resource does not exist. */
  ask<Result>(method: string, path: string, body?: object): Promise<Result | null>
  /** The raw bytes of a resource, or null if it does not exist. */
  bytes(path: string): Promise<Uint8Array | null>
  put(path: string, body: Uint8Array<ArrayBuffer>, type: string): Promise<void>
  wrangler: Wrangler
}

/** Runs a wrangler command without prompts and returns its output. */
export type Wrangler = (args: string[], env?: NodeJS.ProcessEnv) => Promise<{ code: number; output: string }>

// CI: wrangler neither prompts nor writes account ids into wrangler.toml.
export const runWrangler: Wrangler = (args, env) => runSilently('wrangler', args, { CI: 'true', ...env })

export async function logIn(wrangler: Wrangler, env = process.env): Promise<Account> {
  const { output } = await wrangler(['whoami', '--json'])
  const said = jsonIn<{ loggedIn?: boolean; accounts?: AccountName[] }>(output)
  if (!said?.loggedIn) throw new Failure(`not logged in to Cloudflare; ${HOW_TO_LOG_IN}`)
  const { id, name } = chosen(said.accounts ?? [], env.CLOUDFLARE_ACCOUNT_ID)
  const headers = await authorization(wrangler, env)
  const api = env.CLOUDFLARE_API_BASE_URL ?? CLOUDFLARE
  const at = (path: string) => `${api}/accounts/${id}/${path}`
  const json = (body: object | undefined) =>
    body ? { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) } : { headers }
  return {
    id,
    name,
    ask: (method, path, body) => request(at(path), { method, ...json(body) }),
    async bytes(path) {
      const got = await requestBytes(at(path), { method: 'GET', headers })
      return got === null ? null : got.bytes
    },
    async put(path, body, type) {
      const got = await requestBytes(at(path), { method: 'PUT', headers: { ...headers, 'content-type': type }, body })
      if (!got) throw new Failure(`Cloudflare has no resource "${path}"`)
    },
    wrangler: (args, more) => wrangler(args, { CLOUDFLARE_ACCOUNT_ID: id, ...more }),
  }
}

interface AccountName {
  id: string
  name: string
}

const CLOUDFLARE = 'https://api.cloudflare.com/client/v4'

function chosen(accounts: AccountName[], wanted: string | undefined) {
  const [first, ...more] = accounts.filter(({ id }) => !wanted || id === wanted)
  if (!first) throw new Failure(wanted ? `this login has no account ${wanted}` : 'this login has no account')
  if (more.length === 0) return first
  const all = [first, ...more].map(({ id, name }) => `${id} (${name})`).join(', ')
  throw new Failure(`this login has several accounts; choose one with CLOUDFLARE_ACCOUNT_ID: ${all}`)
}

/** The token of the wrangler login. It is never stored. */
async function authorization(wrangler: Wrangler, env: NodeJS.ProcessEnv): Promise<Record<string, string>> {
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
