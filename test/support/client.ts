import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import type { User } from '#db/schema/people.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { accessToken, refreshToken } from '#features/accounts/sessions/tokens.ts'
import { expectDescribed } from '#test/described.ts'
import type { World } from '#test/world.ts'
import { sessionCsrfToken } from '#web/guards/csrf-token.ts'
import { secretsOf } from '#web/secrets.ts'

export interface Sent {
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  /** Send no CSRF token. */
  withoutCsrf?: boolean
}

export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any
}

/** A browser: keeps cookies, repeats the CSRF token, and holds every JSON answer against the API's own description. */
export class Client {
  readonly cookies = new Map<string, string>()
  readonly world: World
  ip: string
  user?: User
  sid?: string
  language = 'en'
  userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

  constructor(world: World, ip: string) {
    this.world = world
    this.ip = ip
  }

  /** Opens a session as a login would, without the cost of checking the password. */
  async signIn(user: User): Promise<this & { user: User; sid: string }> {
    const { world } = this
    const secrets = secretsOf(world.env)
    const origin = { ip: this.ip, userAgent: this.userAgent }
    const { sid, statement } = openSession(sql`SELECT ${user.uid} AS uid, ${user.status} AS status`, origin, world.now)
    await world.db.batch([statement])
    this.cookies.set('joule_at', await accessToken(secrets, sid, world.now))
    this.cookies.set('joule_rt', await refreshToken(secrets, sid, 1))
    this.cookies.set('joule_csrf', await sessionCsrfToken(secrets, sid))
    return Object.assign(this, { user, sid })
  }

  get(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send('GET', path, sent)
  }

  post(path: string, json?: unknown, sent: Sent = {}): Promise<Answer> {
    return this.send('POST', path, { json, ...sent })
  }

  put(path: string, json?: unknown, sent: Sent = {}): Promise<Answer> {
    return this.send('PUT', path, { json, ...sent })
  }

  delete(path: string, sent: Sent = {}): Promise<Answer> {
    return this.send('DELETE', path, sent)
  }

  async send(method: string, path: string, sent: Sent): Promise<Answer> {
    if (method !== 'GET' && !sent.withoutCsrf && !this.cookies.has('joule_csrf')) await this.get('/api/auth/csrf')
    const context = createExecutionContext()
    const request = new Request(`http://joule.test${path}`, {
      method,
      headers: this.headers(method, sent),
      body: sent.json === undefined ? (sent.body ?? null) : JSON.stringify(sent.json),
      redirect: 'manual',
    })
    const response = await this.world.app.fetch(request, this.world.env, context)
    const text = await response.text()
    await waitOnExecutionContext(context)
    this.keepCookies(response)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    const answer = { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : null }
    expectDescribed(this.world.app, method, path, answer)
    return answer
  }

  private headers(method: string, sent: Sent): Headers {
    const headers = new Headers({
      'cf-connecting-ip': this.ip,
      'user-agent': this.userAgent,
      'accept-language': this.language,
    })
    if (this.cookies.size > 0) headers.set('cookie', [...this.cookies].map((pair) => pair.join('=')).join('; '))
    if (sent.json !== undefined) headers.set('content-type', 'application/json')
    const csrf = this.cookies.get('joule_csrf')
    if (method !== 'GET' && csrf !== undefined && !sent.withoutCsrf) headers.set('x-csrf-token', csrf)
    for (const [name, value] of Object.entries(sent.headers ?? {})) headers.set(name, value)
    return headers
  }

  private keepCookies(response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split('; ')
      const [name = '', value = ''] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
  }
}

/** What a browser sends of a form on a page of the site, without a script. */
export function plainForm(fields: Record<string, string>): Sent {
  return {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://joule.test' },
  }
}
