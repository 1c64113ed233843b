export interface Asked {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  /** Sent as JSON; bytes are sent as a form file. */
  body?: object | Uint8Array<ArrayBuffer>
  headers?: Record<string, string>
}

export interface SiteResponse {
  status: number
  bytes: Buffer
}

/** Sends a request. Returns null without a complete response: then it is unknown whether the site executed it. */
export type Ask = (asked: Asked) => Promise<SiteResponse | null>

const PATIENCE = 120_000

export function asking(url: () => string): Ask {
  return async ({ method, path, body, headers = {} }) => {
    const isFile = body instanceof Uint8Array
    const type: Record<string, string> = body && !isFile ? { 'content-type': 'application/json' } : {}
    try {
      const response = await fetch(url() + path, {
        method,
        headers: { ...type, ...headers },
        ...(body && { body: isFile ? formWith(body) : JSON.stringify(body) }),
        signal: AbortSignal.timeout(PATIENCE),
      })
      return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) }
    } catch {
      return null
    }
  }
}

function formWith(bytes: Uint8Array<ArrayBuffer>): FormData {
  const form = new FormData()
  form.set('file', new Blob([bytes]), 'picture')
  return form
}

export function jsonOf<Body>({ bytes }: SiteResponse): Body {
  return JSON.parse(bytes.toString()) as Body
}

export const PASSWORD = 'a password for the proof'

interface Session {
  user: { uid: number }
  access_token: string
  refresh_token: string
}

/** A signed-in user with a separate IP address. */
export class Person {
  readonly uid: number
  readonly name: string
  readonly #ask: Ask
  readonly #address: string
  #session: Session
  #signedInAt = Date.now()

  constructor(ask: Ask, name: string, address: string, session: Session) {
    this.#ask = ask
    this.name = name
    this.#address = address
    this.uid = session.user.uid
    this.#session = session
  }

  send(method: Asked['method'], path: string, body?: Asked['body'], key?: string): Promise<SiteResponse | null> {
    const headers = {
      ...from(this.#address),
      authorization: `Bearer ${this.#session.access_token}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    return this.#ask({ method, path, headers, ...(body !== undefined && { body }) })
  }

  /** An access token lives for 15 minutes. */
  async staySignedIn(): Promise<void> {
    if (Date.now() - this.#signedInAt < 5 * 60_000) return
    const { refresh_token } = this.#session
    const response = await anonymously(this.#ask, '/api/auth/refresh', { refresh_token }, this.#address)
    // Without a response the old refresh token can be used again.
    if (response === null) return
    if (response.status !== 200) throw new Error(`${this.name} was signed out (${response.status})`)
    this.#session = jsonOf<Session>(response)
    this.#signedInAt = Date.now()
  }
}

export async function logIn(ask: Ask, email: string, address: string): Promise<Person> {
  const response = await anonymously(ask, '/api/auth/login', { email, password: PASSWORD }, address)
  if (response?.status !== 200) throw new Error(`${email} could not log in (${response?.status})`)
  return new Person(ask, email, address, jsonOf<Session>(response))
}

/** Sends an anonymous form. Requests with a Bearer token, even an invalid one, need no CSRF token. */
export function anonymously(ask: Ask, path: string, body: object, address: string): Promise<SiteResponse | null> {
  return ask({ method: 'POST', path, body, headers: { ...from(address), authorization: 'Bearer none' } })
}

/** `npm start` on loopback reads the first header, `npm run serve` behind a trusted proxy the second. */
export const from = (address: string) => ({ 'cf-connecting-ip': address, 'x-forwarded-for': address })
