import { ApiError } from '#client/api-error.ts'
import type { Facts, Status } from '#client/editor/content.ts'
import { delayed } from '#client/editor/delayed.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'
import { nextState, type SaverEvent, type SaverState } from '#client/editor/saving/saver-states.ts'
import { haltFor, passes, type Surroundings } from '#client/editor/saving/saving.ts'
import { ServerCopy } from '#client/editor/saving/server-copy.ts'

export type Saver = ReturnType<typeof createSaver>

const KEEP_AFTER = 250
const SAVE_AFTER = 1500
const SAVE_AT_LEAST_EVERY = 6000
const RETRY_AFTER = [3000, 8000, 20_000, 60_000]

/**
 * Keeps what is written: in this browser at once, and on the server every few seconds while it is a draft. One request at a
 * time; nothing is forgotten here before the server has it. Which state follows which is in saver-states.ts.
 */
export function createSaver(facts: Facts, around: Surroundings, restored: LocalCopy | null = null) {
  const server = new ServerCopy(facts, around, restored)
  const after = (from: SaverState, event: SaverEvent) => nextState(from, event, server.status, facts.isLocal)
  let state: SaverState = (restored && after('clean', 'edit')) ?? 'clean'
  let unsavedSince = 0
  let failures = 0
  let isKept = true
  let isAwaited = false
  let running: Promise<boolean> | null = null
  const keeping = delayed(() => keep())
  const sending = delayed(() => attempt('due'))

  /** What each state does when it is entered, or entered again. What stopped a request is said by `failed`. */
  const enter: Record<SaverState, () => void> = {
    clean() {
      sending.cancel()
      isKept = around.keep(null)
      around.show(server.savedAt === null ? { is: 'untouched' } : { is: 'saved', at: server.savedAt })
    },
    waiting() {
      around.show({ is: 'saving' })
      sending.in(Math.max(0, Math.min(SAVE_AFTER, SAVE_AT_LEAST_EVERY - (around.now() - unsavedSince))))
    },
    held: () => around.show({ is: 'kept' }),
    sending() {
      sending.cancel()
      around.show({ is: 'saving' })
    },
    behind: () => around.show({ is: 'saving' }),
    offline: () => around.show({ is: 'offline' }),
    refused() {},
    halted() {},
    abandoned() {
      sending.cancel()
      keeping.cancel()
      around.keep(null)
    },
  }

  /** False where the event means nothing now. */
  function go(event: SaverEvent): boolean {
    const next = after(state, event)
    if (next === null) return false
    if (state === 'clean' || event === 'answer' || event === 'owed') unsavedSince = around.now()
    state = next
    enter[next]()
    return true
  }

  const isDirty = () => state !== 'clean' && state !== 'abandoned'

  function changed(): void {
    go('edit')
    if (isDirty()) keeping.in(KEEP_AFTER)
  }

  function keep(setAside = false): void {
    keeping.cancel()
    if (!isDirty()) return
    const content = around.read()
    if (server.has(content) && go('revert')) return
    isKept = around.keep({ ...server.facts, written: content, at: around.now(), setAside: setAside || undefined })
  }

  /** Sends if there is something to send and this is the time for it. */
  function attempt(event: 'due' | 'online' | 'ask'): void {
    if (isDirty() && server.has(around.read())) go('revert')
    if (go(event)) run()
  }

  /** Sends until the server has everything. False where it could not. `anyway` also what has not changed. */
  async function save(anyway = false): Promise<boolean> {
    isAwaited = true
    if (!anyway) attempt('ask')
    else if (go('insist')) run()
    return settled()
  }

  async function settled(): Promise<boolean> {
    if (running) return running
    isAwaited = false
    return state === 'clean'
  }

  function run(first?: () => Promise<void>): void {
    running ??= exchange(first).finally(() => {
      running = null
      isAwaited = false
    })
  }

  /** Who goes on typing meanwhile is not kept up with key by key, unless they wait for it. */
  async function exchange(first?: () => Promise<void>): Promise<boolean> {
    try {
      if (first) await first()
      do {
        const hasAll = await server.send(around.read(), keep)
        failures = 0
        go(hasAll ? 'answer' : 'owed')
        keep()
      } while (isAwaited && go('ask'))
      return true
    } catch (error) {
      return failed(error)
    }
  }

  function failed(error: unknown): false {
    keep()
    if (!(error instanceof ApiError)) {
      go('refuse')
      throw error
    }
    const halt = haltFor(error)
    if (halt) {
      go('halt')
      around.show({ is: halt })
    } else if (passes(error)) lost(error)
    else {
      failures = 0
      go('refuse')
      around.show({ is: 'refused', error })
    }
    return false
  }

  /** What goes public by hand is not sent again by itself: who knows what is on the page by then. */
  function lost(error: ApiError): void {
    const delay = RETRY_AFTER[Math.min(failures, RETRY_AFTER.length - 1)] ?? 0
    failures++
    go('lose')
    if (state === 'offline') sending.in(Math.max(delay, 1000 * (error.retryAfterSeconds ?? 0)))
    else around.show({ is: 'refused', error })
  }

  return {
    changed,
    keep: (setAside?: boolean) => keep(setAside),
    save,
    /** The author's text becomes the version after the one that came in between. */
    keepMine(): Promise<boolean> {
      isAwaited = true
      if (go('decide')) run(() => server.catchUp())
      return settled()
    },
    saveAsNew(): Promise<boolean> {
      isAwaited = true
      server.becomeNew()
      if (go('decide')) run()
      return settled()
    },
    /** The author is rid of what is on the page: from here on nothing of it is kept or sent. */
    abandon: () => void go('abandon'),
    /** The network is back, or may be. */
    retry: () => attempt('online'),
    get id(): number | null {
      return server.id
    },
    get version(): number | null {
      return server.version
    },
    get status(): Status | null {
      return server.status
    },
    get isDirty(): boolean {
      return isDirty()
    },
    /** Whether the last attempt to send did not get through, for a reason that passes. */
    get isOffline(): boolean {
      return failures > 0
    },
    /** Whether leaving now would lose something. */
    get isAtRisk(): boolean {
      return isDirty() && !isKept
    },
  }
}
