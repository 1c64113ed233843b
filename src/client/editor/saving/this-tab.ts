import type { Store } from '#client/editor/saving/local-copies.ts'

const KEY = 'joule-slot'

/** The slot that this tab writes to. It survives a reload, and a tab restored after a crash. */
export function lastSlot(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberSlot(slot: string): void {
  try {
    sessionStorage.setItem(KEY, slot)
  } catch {}
}

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
