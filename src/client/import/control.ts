import { ApiError } from '#client/api-error.ts'
import { createApi } from '#client/create-api.ts'
import { read } from '#client/hooks.ts'
import { csrfCookie, transport } from '#client/http.ts'
import { viewerFacts } from '#web/components/hooks.ts'

export type RunState =
  | { is: 'running' }
  | { is: 'paused' }
  | { is: 'waiting'; seconds: number }
  | { is: 'offline' }
  | { is: 'signedOut' }
  /** The server refuses this author, not this post. */
  | { is: 'refused'; message: string }

/** Thrown when the user has ended the import. */
export class Stopped extends Error {}

const RETRY_SECONDS = 5

/** Pauses, resumes and ends a run, and repeats calls that failed for a reason that passes. */
export class Control {
  #state: RunState = { is: 'running' }
  #isStopped = false
  #changed = Promise.withResolvers<void>()
  #session = csrfCookie()
  readonly #show: (state: RunState) => void

  constructor(show: (state: RunState) => void) {
    this.#show = show
  }

  pause(): void {
    this.#set({ is: 'paused' })
  }

  resume(): void {
    this.#set({ is: 'running' })
  }

  stop(): void {
    this.#isStopped = true
    this.resume()
  }

  /** Waits while the run is paused. */
  async pass(): Promise<void> {
    while (!this.#isStopped && this.#state.is !== 'running') await this.#changed.promise
    if (this.#isStopped) throw new Stopped()
  }

  /** `mayBeDone` is true if the server may have received an earlier attempt. */
  async patiently<T>(call: (mayBeDone: boolean) => Promise<T>): Promise<T> {
    let mayBeDone = false
    for (;;) {
      await this.pass()
      try {
        await this.#checkUser()
        return await call(mayBeDone)
      } catch (error) {
        const halt = error instanceof ApiError ? haltOf(error) : null
        if (halt === null) throw error
        mayBeDone ||= halt.is === 'offline'
        await this.#halt(halt)
      }
    }
  }

  /** A limit and a lost connection pass by themselves. All other halts wait for the user. */
  async #halt(halt: RunState): Promise<void> {
    // The user may have paused in the meantime.
    if (this.#state.is !== 'running') return
    this.#set(halt)
    if (halt.is !== 'waiting' && halt.is !== 'offline') return
    const seconds = halt.is === 'waiting' ? halt.seconds : RETRY_SECONDS
    const timer = setTimeout(() => this.#resumeFrom(halt), seconds * 1000)
    const online = () => this.#resumeFrom(halt)
    if (halt.is === 'offline') addEventListener('online', online)
    await this.#changed.promise
    clearTimeout(timer)
    removeEventListener('online', online)
  }

  #resumeFrom(halt: RunState): void {
    if (this.#state === halt) this.resume()
  }

  #set(state: RunState): void {
    this.#state = state
    this.#show(state)
    this.#changed.resolve()
    this.#changed = Promise.withResolvers<void>()
  }

  /** Another session may belong to another user, and these posts must not become theirs. */
  async #checkUser(): Promise<void> {
    const session = csrfCookie()
    if (session === this.#session) return
    const response = await fetch(location.pathname).catch(() => null)
    if (!response) throw new ApiError(0, { code: 'offline', message: '' })
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    if (read(viewerFacts, page.body).uid !== read(viewerFacts, document.body).uid) {
      throw new ApiError(401, { code: 'unauthenticated', message: '' })
    }
    this.#session = session
  }
}

/** The reason to halt the run. Null if the error is only about this call. */
function haltOf({ status, code, message, retryAfterSeconds }: ApiError): RunState | null {
  if (code === 'offline') return { is: 'offline' }
  if (status === 429 || status === 503)
    return { is: 'waiting', seconds: retryAfterSeconds ?? RETRY_SECONDS }
  if (status === 401) return { is: 'signedOut' }
  if (status === 403 || code === 'quota_exceeded') return { is: 'refused', message }
  return null
}

let lastStatus = 0

/** With this client an ended session does not lead to the login: the import pauses instead. */
export const importApi = createApi({
  async send(outgoing) {
    const incoming = await transport(outgoing)
    lastStatus = incoming.status
    return incoming
  },
  csrfCookie,
  signedOut() {},
})

/** Creating a post with a known `import_key` responds with 200 instead of 201. */
export const wasThere = () => lastStatus === 200
