import { ApiError } from '#client/api-error.ts'
import {
  type Content,
  type Facts,
  hasSubstance,
  isSame,
  markIn,
  markOf,
  savedPostIn,
} from '#client/editor/content.ts'
import type { Creating, LocalCopy } from '#client/editor/saving/local-copies.ts'

/** Why sending stopped until the author decides. */
type Halt = 'conflict' | 'signedOut' | 'closed' | 'gone'

export type SaveState =
  | { is: 'untouched' | 'saving' | 'kept' | 'offline' | Halt }
  | { is: 'saved'; at: number }
  | { is: 'refused'; error: ApiError }

/** What the saver depends on. Tests replace it. */
export interface Dependencies {
  api: {
    get(path: string): Promise<unknown>
    put(path: string, body: unknown): Promise<unknown>
    post(path: string, body: unknown, headers: Record<string, string>): Promise<unknown>
  }
  read(): Content
  /** Stores the copy in this browser, or deletes it with null. False if the browser refuses. */
  keep(copy: LocalCopy | null): boolean
  now(): number
  newKey(): string
  /** A value that is constant during a session. */
  session(): string | undefined
  show(state: SaveState): void
  created(id: number): void
}

/**
 * The post as the server has it, and the requests that have no response yet. `keep` stores these in
 * this browser before they are sent.
 */
export class ServerCopy {
  id: Facts['id']
  status: Facts['status']
  version: Facts['version']
  savedAt: number | null = null
  #deps: Dependencies
  /**
   * The content on the server. Null if it differs from the content with which the page was opened.
   */
  #content: Content | null
  #creating: Creating | undefined
  #sent: number[]
  #session: string | undefined

  constructor({ id, version, status }: Facts, deps: Dependencies, restored: LocalCopy | null) {
    this.id = id
    this.status = status
    this.version = restored ? restored.version : version
    this.#deps = deps
    // The text of a new post may come from another app (`isShared`), so the server does not have
    // it.
    this.#content = restored || id === null ? null : deps.read()
    this.#creating = restored?.creating
    this.#sent = restored?.sent ?? []
  }

  /** The part of a local copy that describes the state of the server. */
  get facts(): Pick<LocalCopy, 'post' | 'version' | 'creating' | 'sent'> {
    const sent = this.#sent.length > 0 ? this.#sent : undefined
    return { post: this.id, version: this.version, creating: this.#creating, sent }
  }

  /**
   * Whether the server has this content. A change that was undone is no change, and an empty page
   * is no draft.
   */
  has(content: Content): boolean {
    if (this.#creating || this.#sent.length > 0) return false
    return this.#content === null
      ? this.id === null && !hasSubstance(content)
      : isSame(this.#content, content)
  }

  /**
   * Returns true if the server now has this content, and false if it has an earlier one that had to
   * be sent first.
   */
  async send(content: Content, keep: () => void): Promise<boolean> {
    const session = this.#deps.session()
    if (this.#session !== undefined && this.#session !== session)
      throw new ApiError(401, { code: 'session_expired', message: '' })
    const unanswered = this.#sent
    try {
      const hasAll =
        this.id === null
          ? await this.#create(content, keep)
          : await this.#change(this.id, content, keep)
      this.#session = this.#deps.session()
      this.savedAt = this.#deps.now()
      return hasAll
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) this.#forget(unanswered)
      throw error
    }
  }

  /** Continues from the current version of the server. */
  async catchUp(): Promise<void> {
    this.#take(await this.#deps.api.get(`/api/studio/posts/${this.id}`))
  }

  /** For a post that was deleted elsewhere. */
  becomeNew(): void {
    ;[this.id, this.version, this.status, this.#creating, this.#sent] = [
      null,
      null,
      null,
      undefined,
      [],
    ]
  }

  async #create(content: Content, keep: () => void): Promise<boolean> {
    this.#creating ??= { key: this.#deps.newKey(), body: content }
    const { key, body } = this.#creating
    keep()
    this.#take(
      await this.#deps.api.post(
        '/api/studio/posts',
        { ...body, draft: true },
        { 'Idempotency-Key': key },
      ),
    )
    this.#content = body
    if (this.id !== null) this.#deps.created(this.id)
    return isSame(body, content)
  }

  async #change(id: number, content: Content, keep: () => void): Promise<boolean> {
    const path = `/api/studio/posts/${id}`
    const hasUnanswered = this.#sent.length > 0
    this.#sent = [...new Set([...this.#sent, markOf(content)])]
    keep()
    try {
      this.#take(await this.#deps.api.put(path, { ...content, version: this.version }))
      this.#content = content
      return true
    } catch (error) {
      if (!hasUnanswered || !(error instanceof ApiError) || error.code !== 'version_conflict')
        throw error
      return this.#recognise(await this.#deps.api.get(path), content, error)
    }
  }

  /**
   * A version conflict is resolved if this browser itself sent the other version and never got the
   * response.
   */
  #recognise(response: unknown, content: Content, conflict: ApiError): boolean {
    const mark = markIn(response)
    if (!this.#sent.includes(mark)) throw conflict
    this.#take(response)
    return mark === markOf(content)
  }

  /**
   * After a refusal the server has stored nothing, so the next attempt to create the post may send
   * other content.
   */
  #forget(unanswered: number[]): void {
    this.#creating = undefined
    this.#sent = unanswered
  }

  #take(response: unknown): void {
    ;({ id: this.id, version: this.version, status: this.status } = savedPostIn(response))
    this.#creating = undefined
    this.#sent = []
  }
}

export function haltFor({ status, code }: ApiError): Halt | null {
  if (status === 401) return 'signedOut'
  if (status === 404) return 'gone'
  if (code === 'version_conflict') return 'conflict'
  return code === 'post_not_editable' ? 'closed' : null
}

/** Whether the failure is temporary, so that a retry makes sense. */
export function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Whether the server has processed the request and stored nothing. */
function isRefusal(error: ApiError): boolean {
  return !passes(error) && error.status !== 401
}
