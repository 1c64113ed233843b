import type { Api, Me } from './api.ts'
import type { Answer, Input, Item, ListPath, Method, Path } from './calls.ts'
import { JouleError, SecondFactorNeeded } from './error.ts'
import { contentOf, type Sending, send, type Wire } from './request.ts'
import { sessionOf, type Tokens } from './session.ts'

export interface Options {
  /** Tokens of an earlier run, or a personal access token. */
  session?: Tokens | null
  /**
   * Called whenever the tokens change, so that they can be stored for the next run. Called with
   * null when the session has ended.
   */
  onSession?: (tokens: Tokens | null) => void
  /** Language of error messages and names: `en` or `zh-CN`. */
  language?: string
  fetch?: typeof fetch
}

type Call<M extends Method> = <P extends Path<M>>(
  path: P,
  ...input: Input<Api[M][P]>
) => Promise<Answer<Api[M][P]>>

/** A client for a Joule site. The paths are those of its API reference, `/api/docs`. */
export interface Joule {
  get: Call<'get'>
  post: Call<'post'>
  put: Call<'put'>
  delete: Call<'delete'>
  /** Iterates over all items of a list and loads further pages on demand. */
  each<P extends ListPath>(path: P, ...input: Input<Api['get'][P]>): AsyncGenerator<Item<P>, void>
  /**
   * Logs in and stores the session. Throws `SecondFactorNeeded` if the account has two-step
   * verification: then call `verify` with its challenge.
   */
  login(who: { email: string; password: string }): Promise<Me>
  /**
   * Answers the challenge of a login with a code of the authenticator app or with a recovery code.
   */
  verify(guess: { challenge: string; code: string }): Promise<Me>
  logout(): Promise<void>
  /** Null without a login. */
  readonly session: Tokens | null
}

/**
 * Opens a client for the site at this address. Does not send a request yet. Expired tokens are
 * renewed when a call needs them.
 */
export function connect(site: string | URL, options: Options = {}): Joule {
  const wire: Wire = {
    site: siteAt(site),
    fetch: options.fetch ?? fetch,
    language: options.language,
  }
  const session = sessionOf(
    options.session ?? null,
    async (refresh_token) =>
      (await ask('post', '/api/auth/refresh', { body: { refresh_token } })) as Tokens,
    options.onSession ?? (() => {}),
  )

  async function ask(method: string, path: string, sending: Sending = {}): Promise<unknown> {
    const isAuth = path.startsWith('/api/auth/')
    const tokens = session.tokens
    // Send a Bearer header even without a token: requests with one need no CSRF token, because
    // browsers never send it by themselves.
    const token = tokens?.access_token ?? (method === 'get' ? null : ANONYMOUS)
    try {
      return await contentOf(await send(wire, method, path, token, sending), wire.site)
    } catch (error) {
      if (tokens === null || isAuth || !isSignedOut(error)) throw error
      const isRenewed = await session.renew(tokens)
      // Public reads continue without a session, as in a browser.
      if (!isRenewed && (method !== 'get' || session.tokens !== null)) throw error
      return contentOf(
        await send(wire, method, path, session.tokens?.access_token ?? null, sending),
        wire.site,
      )
    }
  }

  // The types of `Joule` depend on the routes; internally all calls are the same.
  const call = (method: Method) => (path: string, sending?: Sending) => ask(method, path, sending)
  const joule = {
    get: call('get'),
    post: call('post'),
    put: call('put'),
    delete: call('delete'),
    async *each(path: string, sending: Sending = {}) {
      let cursor: string | undefined
      do {
        const query = cursor === undefined ? sending.query : { ...sending.query, cursor }
        const page = (await ask('get', path, query ? { ...sending, query } : sending)) as Page
        yield* page.items
        cursor = page.next_cursor ?? undefined
      } while (cursor !== undefined)
    },
    async login(who: { email: string; password: string }) {
      const opened = await (joule as Joule).post('/api/auth/login', { body: who })
      if ('challenge' in opened) throw new SecondFactorNeeded(opened)
      session.keep(opened)
      return opened.user
    },
    async verify(guess: { challenge: string; code: string }) {
      const opened = await (joule as Joule).post('/api/auth/login/verify', { body: guess })
      session.keep(opened)
      return opened.user
    },
    async logout() {
      if (session.tokens !== null) await ask('post', '/api/auth/logout')
      session.keep(null)
    },
    get session() {
      return session.tokens
    },
  }
  return joule as Joule
}

interface Page {
  items: unknown[]
  next_cursor: string | null
}

/** A Bearer token that no account has. */
const ANONYMOUS = 'nobody'

function siteAt(site: string | URL): URL {
  const url = URL.canParse(site) ? new URL(site) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(`"${site}" is not the address of a site, such as https://joule.example`)
  return url
}

function isSignedOut(error: unknown): boolean {
  return (
    error instanceof JouleError &&
    (error.code === 'unauthenticated' || error.code === 'session_expired')
  )
}
