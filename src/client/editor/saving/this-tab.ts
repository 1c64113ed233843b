import type { Store } from '#client/editor/saving/local-copies.ts'
import { inTab } from '#client/storage.ts'

const KEY = 'joule-slot'

/** The slot that this tab writes to. It survives a reload, and a tab restored after a crash. */
export const lastSlot = () => inTab.read(KEY)

export const rememberSlot = (slot: string) => void inTab.write(KEY, slot)

/** If storage is blocked, nothing is stored and the author is told. */
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

/** Not `randomUUID`, which does not exist without HTTPS. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** After a crash, the lock of the old page may exist for a moment. */
const LOCK_TIMEOUT = 400

export async function isFree(slot: string): Promise<boolean> {
  // Only in secure contexts; without locks, the version of the post still detects a second tab.
  const { locks } = navigator
  if (!locks) return true
  // No timeout: a slow machine may take long to grant a free lock.
  if (await locks.request(nameOf(slot), { ifAvailable: true }, (lock) => lock !== null)) return true
  try {
    await locks.request(nameOf(slot), { signal: AbortSignal.timeout(LOCK_TIMEOUT) }, () => undefined)
    return true
  } catch {
    return false
  }
}

/** Locks a slot until this page is closed; the next page must find it free. */
export function hold(slot: string): void {
  const left = new Promise<void>((resolve) => addEventListener('pagehide', () => resolve(), { once: true }))
  void navigator.locks?.request(nameOf(slot), () => left).catch(() => undefined)
  addEventListener('pageshow', ({ persisted }) => persisted && hold(slot), { once: true })
}

function nameOf(slot: string): string {
  return `joule-draft-${slot}`
}
