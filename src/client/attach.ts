import { later } from '#client/later.ts'

/** The behaviours of a page. One that fails takes none of the others with it, and the reader is told. */
export function attach(...behaviors: (() => void)[]): void {
  for (const behavior of behaviors) {
    try {
      behavior()
    } catch (error) {
      later(document.documentElement, Promise.reject(error))
    }
  }
}
