import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

type Headers = Record<string, string>

/**
 * A browser, behind a TLS proxy if its address is given, as the server sees it. It keeps cookies
 * and sends the CSRF token.
 */
export class Browser {
  readonly #port: number
  readonly #headers: Headers
  readonly #cookies = new Map<string, string>()

  constructor(port: number, origin: string, forwardedFor?: string) {
    this.#port = port
    const forwarded = forwardedFor && {
      'x-forwarded-for': forwardedFor,
      'x-forwarded-proto': 'https',
    }
    this.#headers = { host: new URL(origin).host, origin, ...forwarded }
  }

  static at(url: string): Browser {
    return new Browser(Number(new URL(url).port), url)
  }

  get(path: string, headers: Headers = {}) {
    return this.#responseTo(this.#open('GET', path, headers).end())
  }

  async post(path: string, body: object, headers: Headers = {}) {
    if (!this.#cookies.has('joule_csrf')) await this.get('/api/auth/csrf')
    return this.#responseTo(this.#open('POST', path, headers).end(JSON.stringify(body)))
  }

  /** Any request, without a CSRF token of its own. */
  send(method: string, path: string, body: object | undefined, headers: Headers) {
    return this.#responseTo(this.#open(method, path, headers).end(body && JSON.stringify(body)))
  }

  /** Sends the first half of a request. */
  begin(path: string, body: object) {
    const bytes = JSON.stringify(body)
    const asked = this.#open('POST', path, { 'content-length': String(bytes.length) })
    asked.write(bytes.slice(0, 5))
    return { finish: () => this.#responseTo(asked.end(bytes.slice(5))) }
  }

  #open(method: string, path: string, headers: Headers): ClientRequest {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const csrf = this.#cookies.get('joule_csrf') ?? ''
    const own = {
      ...this.#headers,
      cookie,
      'x-csrf-token': csrf,
      'content-type': 'application/json',
    }
    return request({
      host: '127.0.0.1',
      port: this.#port,
      method,
      path,
      headers: { ...own, ...headers },
      agent: false,
    })
  }

  async #responseTo(asked: ClientRequest) {
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const cookies = response.headers['set-cookie'] ?? []
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return { status: response.statusCode ?? 0, body: await text(response), cookies }
  }
}
