import { isRecord } from '#client/api-error.ts'
import type { Content } from '#client/editor/content.ts'
import { inTab } from '#client/storage.ts'

/** A copy of a post in this browser that the server does not have. */
export interface LocalCopy {
  /** Null until the post exists on the server. */
  post: number | null
  /** The version of the post that the author edited. */
  version: number | null
  /** The name `written` is stored in browsers and must not change. */
  written: Content
  /** When the copy was stored, in milliseconds. */
  at: number
  /**
   * The request that creates the post, until its response arrives. Such a request may only be
   * repeated unchanged.
   */
  creating?: Creating | undefined
  /** Hashes of the contents that were sent to change this version, until a response arrives. */
  sent?: number[] | undefined
  /**
   * In a conflict the author chose the version of the server. This copy is offered, but not
   * restored automatically.
   */
  setAside?: boolean | undefined
}

export interface Creating {
  key: string
  body: Content
}

export interface LocalCopies {
  /** The copies of a post, newest first. Copies older than three months are deleted. */
  of(post: number | null, now: number): [slot: string, copy: LocalCopy][]
  read(slot: string): LocalCopy | null
  /** False if the storage is full or blocked. */
  write(slot: string, copy: LocalCopy): boolean
  remove(slot: string): void
}

/** `localStorage`, or a fake in tests. */
export type Store = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem'>

const MONTH = 30 * 24 * 60 * 60 * 1000

/** Checks only the outline, because this code has written the value. */
function isLocalCopy(value: unknown): value is LocalCopy {
  return isRecord(value) && isRecord(value.written)
}

/**
 * The copies of one user, each in its own slot, so that two tabs with the same post do not
 * overwrite each other.
 */
export function localCopies(store: Store, uid: number): LocalCopies {
  const prefix = `joule-draft:${uid}:`

  function read(slot: string): LocalCopy | null {
    try {
      const value: unknown = JSON.parse(store.getItem(prefix + slot) ?? 'null')
      return isLocalCopy(value) ? value : null
    } catch {
      return null
    }
  }

  function write(slot: string, copy: LocalCopy): boolean {
    try {
      store.setItem(prefix + slot, JSON.stringify(copy))
      return true
    } catch {
      return false
    }
  }

  function remove(slot: string): void {
    try {
      store.removeItem(prefix + slot)
    } catch {}
  }

  function of(post: number | null, now: number): [slot: string, copy: LocalCopy][] {
    const found = slots().flatMap((slot): [string, LocalCopy][] => {
      const copy = read(slot)
      if (copy === null || now - copy.at > 3 * MONTH) {
        remove(slot)
        return []
      }
      return copy.post === post ? [[slot, copy]] : []
    })
    return found.sort(([, one], [, other]) => other.at - one.at)
  }

  function slots(): string[] {
    try {
      const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
      return keys.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length))
    } catch {
      return []
    }
  }

  return { of, read, write, remove }
}

const KEY = 'joule-slot'

/**
 * The slot that this tab writes to. It survives a reload, and the restoration of the tab after a
 * crash.
 */
export const lastSlot = (): string | null => inTab.read(KEY)

export function rememberSlot(slot: string): void {
  inTab.write(KEY, slot)
}

/** If the browser blocks its storage, nothing is stored, and the page says so. */
export function browserStore(): Store {
  try {
    return localStorage
  } catch {
    const setItem = () => {
      throw new Error('storage is blocked')
    }
    return { length: 0, key: () => null, getItem: () => null, removeItem() {}, setItem }
  }
}

/** Milliseconds. After a crash, the lock of the old page may exist for a moment. */
const LOCK_TIMEOUT = 400

export async function isFree(slot: string): Promise<boolean> {
  // Locks exist only in secure contexts. Without them, the version of the post still detects a
  // second tab.
  const { locks } = navigator
  if (!locks) return true
  // This request has no timeout, because a slow machine may take long to grant a free lock.
  if (await locks.request(nameOf(slot), { ifAvailable: true }, (lock) => lock !== null)) return true
  try {
    await locks.request(
      nameOf(slot),
      { signal: AbortSignal.timeout(LOCK_TIMEOUT) },
      () => undefined,
    )
    return true
  } catch {
    return false
  }
}

/** Locks a slot until this page is closed. The next page must find it free. */
export function hold(slot: string): void {
  const left = new Promise<void>((resolve) =>
    addEventListener('pagehide', () => resolve(), { once: true }),
  )
  void navigator.locks?.request(nameOf(slot), () => left).catch(() => undefined)
  addEventListener('pageshow', ({ persisted }) => persisted && hold(slot), { once: true })
}

function nameOf(slot: string): string {
  return `joule-draft-${slot}`
}
