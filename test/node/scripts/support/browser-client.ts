import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

interface Answer {
  status: number
  body: string
  cookies: string[]
}

type Headers = Record<string, string>

/** A browser behind a TLS proxy, as the server sees it. It keeps cookies and sends the CSRF token. */
export class Browser {
  readonly #port: number
  readonly #headers: Headers
  readonly #cookies = new Map<string, string>()

  constructor(port: number, origin: string, forwardedFor: string) {
    this.#port = port
    this.#headers = {
      host: new URL(origin).host,
      origin,
      'x-forwarded-for': forwardedFor,
      'x-forwarded-proto': 'https',
    }
  }

  get(path: string, headers: Headers = {}): Promise<Answer> {
    return this.#answerTo(this.#open('GET', path, headers).end())
  }

  async post(path: string, body: object, headers: Headers = {}): Promise<Answer> {
    if (!this.#cookies.has('joule_csrf')) await this.get('/api/auth/csrf')
    return this.#answerTo(this.#open('POST', path, headers).end(JSON.stringify(body)))
  }

  /** Sends the first half of a request. */
  begin(path: string, body: object): { finish(): Promise<Answer> } {
    const bytes = JSON.stringify(body)
    const asked = this.#open('POST', path, { 'content-length': String(bytes.length) })
    asked.write(bytes.slice(0, 5))
    return { finish: () => this.#answerTo(asked.end(bytes.slice(5))) }
  }

  #open(method: string, path: string, headers: Headers): ClientRequest {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const csrf = this.#cookies.get('joule_csrf') ?? ''
    const own = { ...this.#headers, cookie, 'x-csrf-token': csrf, 'content-type': 'application/json' }
    return request({ host: '127.0.0.1', port: this.#port, method, path, headers: { ...own, ...headers }, agent: false })
  }

  async #answerTo(asked: ClientRequest): Promise<Answer> {
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    const cookies = answer.headers['set-cookie'] ?? []
    for (const cookie of cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.#cookies.set(name, value)
    }
    return { status: answer.statusCode ?? 0, body: await text(answer), cookies }
  }
}
