export class Refusal extends Error {
  readonly status: number
  readonly code: number

  constructor(status: number, code: number, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** A parsed request. */
export interface Asked {
  /** The first and the second capture group of its route. */
  name: string
  rest: string
  text: string
  bytes: Buffer
  type: string
  /** The base URL of the API. */
  origin: string
}

export type Route = [RegExp, (asked: Asked) => unknown]

/** A response that is not JSON. */
export class Sent {
  readonly bytes: Buffer
  readonly headers: Record<string, string>

  constructor(bytes: Buffer, headers: Record<string, string> = {}) {
    this.bytes = bytes
    this.headers = headers
  }
}

export const BROKEN = new Refusal(500, 7001, 'internal error')

export const RATE_LIMITED = new Refusal(429, 971, 'Please wait and consider throttling your request speed')

export const ACCOUNT = { id: 'account', name: 'A test account' }

export const deployment = (version_id: string) => ({
  id: version_id,
  source: 'wrangler',
  strategy: 'percentage',
  author_email: 'operator@example.com',
  created_on: '2027-01-01T00:00:00Z',
  versions: [{ version_id, percentage: 100 }],
})

/** Permissions are checked before this, as Cloudflare does. */
export function nameIn(body: string): string {
  const { name } = JSON.parse(body)
  if (!name) throw new Refusal(400, 10_005, 'a name is missing')
  return name
}

export function versionIn(body: string): string {
  const { versions } = JSON.parse(body)
  if (!versions) throw new Refusal(400, 10_021, 'versions are missing')
  return versions[0].version_id
}
