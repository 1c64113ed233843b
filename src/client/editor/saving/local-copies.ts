import { isRecord } from '#client/api-error.ts'
import type { Content } from '#client/editor/content.ts'

/** What this browser holds of a post and the server does not. */
export interface LocalCopy {
  /** Null until the server knows of the post. */
  post: number | null
  /** The version of the post that the author wrote on. */
  version: number | null
  /** Named as in the copies that browsers already hold. */
  written: Content
  /** When the copy was kept, in milliseconds. */
  at: number
  /** What was sent to create the post, as long as no answer has come: such a request may only be repeated as it was. */
  creating?: Creating | undefined
  /** Marks of the contents that were sent to change this version, as long as no answer has come. */
  sent?: number[] | undefined
  /** In a conflict the author took the copy of the server. This one is offered, but not opened by itself. */
  setAside?: boolean | undefined
}

export interface Creating {
  key: string
  body: Content
}

export type LocalCopies = ReturnType<typeof localCopies>

/** `localStorage`, or what stands in for it. */
export interface Store {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

const MONTH = 30 * 24 * 60 * 60 * 1000

/** The copies of one user, each in a slot of its own: two tabs on one post do not write over each other. */
export function localCopies(store: Store, uid: number) {
  const prefix = `joule-draft:${uid}:`

  function read(slot: string): LocalCopy | null {
    try {
      const value: unknown = JSON.parse(store.getItem(prefix + slot) ?? 'null')
      return isRecord(value) && isRecord(value.written) ? (value as unknown as LocalCopy) : null
    } catch {
      return null
    }
  }

  /** False where the browser has no room, or lets nobody store anything. */
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

  /** The copies of a post, the newest first. What has lain untouched for three months is given up. */
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
