import { ApiError } from '#client/api-error.ts'
import type { Creating, LocalCopy } from '#client/editor/local-copies.ts'
import {
  type Facts,
  hasSubstance,
  isSame,
  markIn,
  markOf,
  standingIn,
  type Written,
} from '#client/editor/manuscript.ts'
import { isRefusal, type Surroundings, signedOut } from '#client/editor/saving.ts'

/** The post as the server has it, and what was sent to it without an answer yet: `keep` puts that into this browser first. */
export class ServerCopy {
  id: Facts['id']
  status: Facts['status']
  savedAt: number | null = null
  #version: Facts['version']
  #around: Surroundings
  /** Null where the server has something else than what was opened. */
  #text: Written | null
  #creating: Creating | undefined
  #sent: number[]
  #session: string | undefined

  constructor({ id, version, status }: Facts, around: Surroundings, restored: LocalCopy | null) {
    this.id = id
    this.status = status
    this.#version = restored ? restored.version : version
    this.#around = around
    this.#text = restored ? null : around.read()
    this.#creating = restored?.creating
    this.#sent = restored?.sent ?? []
  }

  /** What a local copy says about the server. */
  get facts(): Pick<LocalCopy, 'post' | 'version' | 'creating' | 'sent'> {
    const sent = this.#sent.length > 0 ? this.#sent : undefined
    return { post: this.id, version: this.#version, creating: this.#creating, sent }
  }

  /** What was typed and taken back is no change, and an empty page is no draft. */
  has(written: Written): boolean {
    if (this.#creating || this.#sent.length > 0) return false
    return this.#text === null ? this.id === null && !hasSubstance(written) : isSame(this.#text, written)
  }

  /** Answers whether the server now has this, or only an earlier text that it was owed. */
  async send(written: Written, keep: () => void): Promise<boolean> {
    const session = this.#around.session()
    if (this.#session !== undefined && this.#session !== session) throw signedOut()
    const unanswered = this.#sent
    try {
      const hasAll = this.id === null ? await this.#create(written, keep) : await this.#change(this.id, written, keep)
      this.#session = this.#around.session()
      this.savedAt = this.#around.now()
      return hasAll
    } catch (error) {
      if (error instanceof ApiError && isRefusal(error)) this.#forget(unanswered)
      throw error
    }
  }

  /** The version that came in between is the one to go on from. */
  async catchUp(): Promise<void> {
    this.#take(await this.#around.api.get(`/api/studio/posts/${this.id}`))
  }

  /** For a post that was deleted elsewhere. */
  becomeNew(): void {
    ;[this.id, this.#version, this.status, this.#creating, this.#sent] = [null, null, null, undefined, []]
  }

  async #create(written: Written, keep: () => void): Promise<boolean> {
    this.#creating ??= { key: this.#around.newKey(), body: written }
    const { key, body } = this.#creating
    keep()
    this.#take(await this.#around.api.post('/api/studio/posts', { ...body, draft: true }, { 'Idempotency-Key': key }))
    this.#text = body
    if (this.id !== null) this.#around.created(this.id)
    return isSame(body, written)
  }

  async #change(id: number, written: Written, keep: () => void): Promise<boolean> {
    const path = `/api/studio/posts/${id}`
    const hasUnanswered = this.#sent.length > 0
    this.#sent = [...new Set([...this.#sent, markOf(written)])]
    keep()
    try {
      this.#take(await this.#around.api.put(path, { ...written, version: this.#version }))
      this.#text = written
      return true
    } catch (error) {
      if (!hasUnanswered || !(error instanceof ApiError) || error.code !== 'version_conflict') throw error
      return this.#recognise(await this.#around.api.get(path), written, error)
    }
  }

  /** What came in between is no conflict where this browser sent it itself and never heard of it again. */
  #recognise(answer: unknown, written: Written, conflict: ApiError): boolean {
    const mark = markIn(answer)
    if (!this.#sent.includes(mark)) throw conflict
    this.#take(answer)
    return mark === markOf(written)
  }

  /** The server has stored nothing: what was not created may be another text at the next attempt. */
  #forget(unanswered: number[]): void {
    this.#creating = undefined
    this.#sent = unanswered
  }

  #take(answer: unknown): void {
    ;({ id: this.id, version: this.#version, status: this.status } = standingIn(answer))
    this.#creating = undefined
    this.#sent = []
  }
}
