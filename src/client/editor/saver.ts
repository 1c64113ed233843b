import { ApiError } from '#client/api-error.ts'
import { delayed } from '#client/editor/delayed.ts'
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
import { type Halt, haltFor, isRefusal, passes, type Surroundings, signedOut } from '#client/editor/saving.ts'

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
  /** What the server has; null where that is something else than what was opened. */
  let stored: Written | null = restored ? null : around.read()
  let storedAt: number | null = null
  let edits = restored ? 1 : 0
  let savedEdits = 0
  let firstUnsavedAt = 0
  let failures = 0
  let halt: Halt | null = null
  let isKept = true
  let isUrgent = false
  let running: Promise<boolean> | null = null
  const keeping = delayed(() => keep())
  const sending = delayed(() => void run())

  const isDirty = () => edits !== savedEdits

  function changed(): void {
    if (!isDirty()) firstUnsavedAt = around.now()
    edits++
    keeping.in(KEEP_AFTER)
    if (halt) return
    if (!savesItself(status)) around.show({ is: 'kept' })
    else {
      const waited = around.now() - firstUnsavedAt
      around.show({ is: failures > 0 ? 'offline' : 'saving' })
      if (failures === 0) sending.in(Math.max(0, Math.min(SAVE_AFTER, SAVE_AT_LEAST_EVERY - waited)))
    }
  }

  function keep(setAside = false): void {
    keeping.cancel()
    if (!isDirty()) return
    const written = around.read()
    const copy = { post: id, version, written, at: around.now(), creating, setAside: setAside || undefined }
    if (isStored(written)) settle()
    else isKept = around.keep(copy)
  }

  /** What was typed and taken back is no change, and an empty page is no draft. */
  function isStored(written: Written): boolean {
    if (running || creating || halt) return false
    return stored === null ? id === null && !hasSubstance(written) : isSame(stored, written)
  }

  /** Nothing is left to do. */
  function settle(): void {
    sending.cancel()
    savedEdits = edits
    isKept = around.keep(null)
    around.show(storedAt === null ? { is: 'untouched' } : { is: 'saved', at: storedAt })
  }

  /** Sends until the server has everything. False where it could not. `anyway` also what has not changed. */
  function save(anyway = false): Promise<boolean> {
    isUrgent = true
    if (anyway) {
      stored = null
      edits++
    }
    return run()
  }

  function run(): Promise<boolean> {
    sending.cancel()
    if (isDirty() && isStored(around.read())) settle()
    running ??= send().finally(() => {
      running = null
      isUrgent = false
    })
    return running
  }

  /** Who goes on typing meanwhile is not kept up with key by key, unless they wait for it. */
  async function send(): Promise<boolean> {
    for (let isFirst = true; isDirty() && (isFirst || isUrgent); isFirst = false) {
      if (halt) return false
      const upTo = edits
      around.show({ is: 'saving' })
      try {
        if (session !== undefined && session !== around.session()) throw signedOut()
        if (await put(around.read())) savedEdits = upTo
      } catch (error) {
        return failed(error)
      }
      failures = 0
      session = around.session()
      storedAt = firstUnsavedAt = around.now()
    }
    if (isDirty()) sending.in(SAVE_AFTER)
    else settle()
    return true
  }

  /** Answers whether the server now has this, or only an earlier text that it was owed. */
  async function put(written: Written): Promise<boolean> {
    if (id !== null) {
      ;({ version, status } = standingIn(await around.api.put(`/api/studio/posts/${id}`, { ...written, version })))
      stored = written
      return true
    }
    creating ??= { key: around.newKey(), body: written }
    const { key, body } = creating
    keep()
    const answer = await around.api.post('/api/studio/posts', { ...body, draft: true }, { 'Idempotency-Key': key })
    ;({ id, version, status } = standingIn(answer))
    creating = undefined
    stored = body
    keep()
    around.created(id)
    return isSame(body, written)
  }

  function failed(error: unknown): false {
    if (!(error instanceof ApiError)) throw error
    // What was not created may be another text at the next attempt.
    if (isRefusal(error)) creating = undefined
    keep()
    halt = haltFor(error)
    if (halt) around.show({ is: halt })
    // What goes public by hand is not sent again by itself: who knows what is on the page by then.
    else if (passes(error) && savesItself(status)) {
      const delay = RETRY_AFTER[Math.min(failures, RETRY_AFTER.length - 1)] ?? 0
      failures++
      around.show({ is: 'offline' })
      sending.in(Math.max(delay, 1000 * (error.retryAfterSeconds ?? 0)))
    } else around.show({ is: 'refused', error })
    return false
  }

  /** The author's text becomes the version after the one that came in between. */
  async function keepMine(): Promise<boolean> {
    try {
      ;({ version, status } = standingIn(await around.api.get(`/api/studio/posts/${id}`)))
    } catch (error) {
      return failed(error)
    }
    halt = null
    return save(true)
  }

  /** For a post that was deleted elsewhere. */
  function saveAsNew(): Promise<boolean> {
    ;[id, version, status, creating, halt] = [null, null, null, undefined, null]
    return save(true)
  }

  return {
    changed,
    keep: (setAside?: boolean) => keep(setAside),
    save,
    keepMine,
    saveAsNew,
    /** The network is back, or may be. */
    retry() {
      if (failures > 0 && isDirty()) void run()
    },
    get id(): number | null {
      return id
    },
    get status(): Status | null {
      return status
    },
    get isDirty(): boolean {
      return isDirty()
    },
    /** Whether leaving now would lose something. */
    get isAtRisk(): boolean {
      return isDirty() && !isKept
    },
  }
}
