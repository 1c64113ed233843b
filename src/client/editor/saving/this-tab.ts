import type { Store } from '#client/editor/saving/local-copies.ts'

const KEY = 'joule-slot'

/** Which slot this tab writes into: it survives a reload, and a tab that is opened again after a crash. */
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

/** Where nothing may be stored, nothing is kept, and the author is told. */
export function browserStore(): Store {
  try {
    return localStorage
  } catch {
    const setItem = () => {
      throw new Error('nothing may be stored')
    }
    return { length: 0, key: () => null, getItem: () => null, removeItem() {}, setItem }
  }
}

/** Not `randomUUID`, which a site without HTTPS does not have. */
export function newId(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
