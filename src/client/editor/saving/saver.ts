import { ApiError } from '#client/api-error.ts'
import type { Facts, Status } from '#client/editor/content.ts'
import { delayed } from '#client/editor/parts.ts'
import type { LocalCopy } from '#client/editor/saving/local-copies.ts'
import { nextState, type SaverEvent, type SaverState } from '#client/editor/saving/saver-states.ts'
import {
  type Dependencies,
  haltFor,
  passes,
  ServerCopy,
} from '#client/editor/saving/server-copy.ts'

export interface Saver {
  /** Call after each change of the text. */
  changed(): void
  /** Stores a changed text in this browser now. */
  keep(setAside?: boolean): void
  /**
   * Sends until the server has everything. False if that fails. `anyway` also sends an unchanged
   * text.
   */
  save(anyway?: boolean): Promise<boolean>
  /** In a conflict: saves the text of the author as the version after the conflicting one. */
  keepMine(): Promise<boolean>
  /** For a post that was deleted elsewhere: saves the text as a new post. */
  saveAsNew(): Promise<boolean>
  /** Discards the text on the page: it is neither stored nor sent from now on. */
  abandon(): void
  /** Call when the network may be back. */
  retry(): void
  /** Null until the post exists on the server. */
  readonly id: number | null
  readonly version: number | null
  readonly status: Status | null
  /** Whether the server does not have the text on the page. */
  readonly isDirty: boolean
  /** Whether the last request failed for a temporary reason. */
  readonly isOffline: boolean
  /** Whether leaving the page now would lose text. */
  readonly isAtRisk: boolean
}

// All times are in milliseconds.
const KEEP_AFTER = 250
const SAVE_AFTER = 1500
const SAVE_AT_LEAST_EVERY = 6000
/** The delay before each retry. The last one is used for all further retries. */
const RETRY_AFTER = [3000, 8000, 20_000, 60_000]

/**
 * Saves the text: in this browser at once, and on the server every few seconds if it is a draft.
 * There is one request at a time, and a copy in this browser is deleted only after the server has
 * the text. saver-states.ts defines the transitions.
 */
export function createSaver(
  facts: Facts,
  deps: Dependencies,
  restored: LocalCopy | null = null,
): Saver {
  const server = new ServerCopy(facts, deps, restored)
  const after = (from: SaverState, event: SaverEvent) =>
    nextState(from, event, server.status, facts.isLocal)
  let state: SaverState = (restored && after('clean', 'edit')) ?? 'clean'
  let unsavedSince = 0
  let failures = 0
  let isKept = true
  let isAwaited = false
  let running: Promise<boolean> | null = null
  const keeping = delayed(() => keep())
  const sending = delayed(() => attempt('due'))

  /**
   * The actions on entering a state, also if it is the same state again. `failed` shows why a
   * request stopped.
   */
  const enter: Record<SaverState, () => void> = {
    clean() {
      sending.cancel()
      isKept = deps.keep(null)
      deps.show(server.savedAt === null ? { is: 'untouched' } : { is: 'saved', at: server.savedAt })
    },
    waiting() {
      deps.show({ is: 'saving' })
      sending.in(
        Math.max(0, Math.min(SAVE_AFTER, SAVE_AT_LEAST_EVERY - (deps.now() - unsavedSince))),
      )
    },
    held: () => deps.show({ is: 'kept' }),
    sending() {
      sending.cancel()
      deps.show({ is: 'saving' })
    },
    behind: () => deps.show({ is: 'saving' }),
    offline: () => deps.show({ is: 'offline' }),
    refused() {},
    halted() {},
    abandoned() {
      sending.cancel()
      keeping.cancel()
      deps.keep(null)
    },
  }

  /** False if the event changes nothing. */
  function go(event: SaverEvent): boolean {
    const next = after(state, event)
    if (next === null) return false
    if (state === 'clean' || event === 'response' || event === 'owed') unsavedSince = deps.now()
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
    const content = deps.read()
    if (server.has(content) && go('revert')) return
    isKept = deps.keep({
      ...server.facts,
      written: content,
      at: deps.now(),
      setAside: setAside || undefined,
    })
  }

  /** Sends if there are changes and the state allows it. */
  function attempt(event: 'due' | 'online' | 'ask'): void {
    if (isDirty() && server.has(deps.read())) go('revert')
    if (go(event)) run()
  }

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

  /**
   * A text that was typed during sending waits for the next autosave, unless the author waits for
   * the result.
   */
  async function exchange(first?: () => Promise<void>): Promise<boolean> {
    try {
      if (first) await first()
      do {
        const hasAll = await server.send(deps.read(), keep)
        failures = 0
        go(hasAll ? 'response' : 'owed')
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
      deps.show({ is: halt })
    } else if (passes(error)) lost(error)
    else {
      failures = 0
      go('refuse')
      deps.show({ is: 'refused', error })
    }
    return false
  }

  /**
   * A public post is not sent again automatically, because the text on the page may be unfinished
   * by the time of the retry.
   */
  function lost(error: ApiError): void {
    const delay = RETRY_AFTER[Math.min(failures, RETRY_AFTER.length - 1)] ?? 0
    failures++
    go('lose')
    if (state === 'offline') sending.in(Math.max(delay, 1000 * (error.retryAfterSeconds ?? 0)))
    else deps.show({ is: 'refused', error })
  }

  return {
    changed,
    keep: (setAside?: boolean) => keep(setAside),
    save,
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
    abandon: () => void go('abandon'),
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
    get isOffline(): boolean {
      return failures > 0
    },
    get isAtRisk(): boolean {
      return isDirty() && !isKept
    },
  }
}
