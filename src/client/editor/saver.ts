import { ApiError } from '#client/api-error.ts'
import type { Creating, LocalCopy } from '#client/editor/local-copies.ts'
import {
  type Facts,
  hasSubstance,
  isSame,
  type Status,
  savesItself,
  standingIn,
  type Written,
} from '#client/editor/manuscript.ts'
import type { Api } from '#client/http.ts'

/** Why nothing is sent any more until the author has decided something. */
export type Halt = 'conflict' | 'signedOut' | 'closed' | 'gone'

export type SaveState =
  | { is: 'untouched' | 'saving' | 'kept' | 'offline' | Halt }
  | { is: 'saved'; at: number }
  | { is: 'refused'; error: ApiError }

/** What the saver stands on; tests bring their own. */
export interface Surroundings {
  api: Pick<Api, 'get' | 'post' | 'put'>
  /** What is on the page right now. */
  read(): Written
  /** Into this browser; null where nothing is left to keep. False where the browser refuses. */
  keep(copy: LocalCopy | null): boolean
  now(): number
  newKey(): string
  /** Something that is constant for the session of the person who opened the page. */
  session(): string | undefined
  show(state: SaveState): void
  created(id: number): void
}

export type Saver = ReturnType<typeof createSaver>

const KEEP_AFTER = 250
const SAVE_AFTER = 1500
const SAVE_AT_LEAST_EVERY = 6000
const RETRY_AFTER = [3000, 8000, 20_000, 60_000]

/**
 * Keeps what is written: in this browser at once, and on the server every few seconds while it is a draft. One request at a
 * time; nothing is forgotten here before the server has it.
 */
export function createSaver(facts: Facts, around: Surroundings, restored: LocalCopy | null = null) {
  let { id, version, status } = facts
  let creating: Creating | undefined = restored?.creating
  let session: string | undefined
  let edits = restored ? 1 : 0
  let savedEdits = 0
  let firstUnsavedAt = 0
  let failures = 0
  let halt: Halt | null = null
  let isKept = true
  let running: Promise<boolean> | null = null
  let keepTimer: ReturnType<typeof setTimeout> | undefined
  let saveTimer: ReturnType<typeof setTimeout> | undefined

  const isDirty = () => edits !== savedEdits

  function changed(): void {
    if (!isDirty()) firstUnsavedAt = around.now()
    edits++
    clearTimeout(keepTimer)
    keepTimer = setTimeout(keep, KEEP_AFTER)
    if (halt) return
    if (!savesItself(status)) around.show({ is: 'kept' })
    else {
      const waited = around.now() - firstUnsavedAt
      around.show({ is: failures > 0 ? 'offline' : 'saving' })
      if (failures === 0) later(Math.max(0, Math.min(SAVE_AFTER, SAVE_AT_LEAST_EVERY - waited)))
    }
  }

  function later(delay: number): void {
    clearTimeout(saveTimer)
    saveTimer = setTimeout(save, delay)
  }

  function keep(setAside = false): void {
    clearTimeout(keepTimer)
    if (!isDirty()) return
    const written = around.read()
    const isEmpty = id === null && creating === undefined && !hasSubstance(written)
    const copy = { post: id, version, written, at: around.now(), creating, setAside: setAside || undefined }
    isKept = around.keep(isEmpty ? null : copy)
  }

  /** Sends until the server has everything. False where it could not. */
  function save(): Promise<boolean> {
    clearTimeout(saveTimer)
    running ??= sendAll().finally(() => {
      running = null
    })
    return running
  }

  async function sendAll(): Promise<boolean> {
    if (!isDirty() && id === null) return true
    while (isDirty()) {
      if (halt) return false
      const written = around.read()
      if (id === null && creating === undefined && !hasSubstance(written)) {
        savedEdits = edits
        around.keep(null)
        around.show({ is: 'untouched' })
        return true
      }
      const upTo = edits
      around.show({ is: 'saving' })
      try {
        if (session !== undefined && session !== around.session()) throw signedOut()
        if (await send(written)) savedEdits = upTo
      } catch (error) {
        return failed(error)
      }
      failures = 0
      session = around.session()
    }
    around.keep(null)
    around.show({ is: 'saved', at: around.now() })
    return true
  }

  /** Answers whether the server now has what was written, or an earlier text that it was owed. */
  async function send(written: Written): Promise<boolean> {
    if (id !== null) {
      const answer = await around.api.put(`/api/studio/posts/${id}`, { ...written, version })
      ;({ version, status } = standingIn(answer))
      return true
    }
    creating ??= { key: around.newKey(), body: written }
    const { key, body } = creating
    keep()
    const answer = await around.api.post('/api/studio/posts', { ...body, draft: true }, { 'Idempotency-Key': key })
    ;({ id, version, status } = standingIn(answer))
    creating = undefined
    keep()
    around.created(id)
    return isSame(body, written)
  }

  function failed(error: unknown): false {
    if (!(error instanceof ApiError)) throw error
    // What was refused was not created, so the next attempt may be another text.
    if (error.status >= 400 && error.status < 500 && error.status !== 429 && error.status !== 401) creating = undefined
    keep()
    const stop = haltFor(error)
    if (stop) {
      halt = stop
      around.show({ is: stop })
    } else if (passes(error) && savesItself(status)) {
      const delay = RETRY_AFTER[Math.min(failures, RETRY_AFTER.length - 1)] ?? 0
      failures++
      around.show({ is: 'offline' })
      later(Math.max(delay, 1000 * (error.retryAfterSeconds ?? 0)))
    } else around.show({ is: 'refused', error })
    return false
  }

  /** The author's text becomes the version after the one that came in between. */
  async function keepMine(): Promise<boolean> {
    try {
      ;({ version, status } = standingIn(await around.api.get(`/api/studio/posts/${id}`)))
    } catch (error) {
      halt = null
      return failed(error)
    }
    halt = null
    edits++
    return save()
  }

  /** For a post that was deleted elsewhere. */
  function saveAsNew(): Promise<boolean> {
    ;[id, version, status, creating, halt] = [null, null, null, undefined, null]
    edits++
    return save()
  }

  return {
    changed,
    keep,
    save,
    keepMine,
    saveAsNew,
    /** The network is back, or may be. */
    retry() {
      if (failures > 0 && isDirty()) void save()
    },
    get id(): number | null {
      return id
    },
    get status(): Status | null {
      return status
    },
    /** Whether leaving now would lose something. */
    get isAtRisk(): boolean {
      return isDirty() && !isKept
    },
    get isDirty(): boolean {
      return isDirty()
    },
  }
}

function haltFor({ status, code }: ApiError): Halt | null {
  if (status === 401) return 'signedOut'
  if (status === 404) return 'gone'
  if (code === 'version_conflict') return 'conflict'
  return code === 'post_not_editable' ? 'closed' : null
}

/** Worth another try later. What goes public by hand is not: who knows what is on the page by then. */
function passes({ status }: ApiError): boolean {
  return status === 0 || status === 429 || status >= 500
}

function signedOut(): ApiError {
  return new ApiError(401, { code: 'session_expired', message: '' })
}
