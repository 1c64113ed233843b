import { later } from '#client/later.ts'

/** Runs the behaviours of a page. If one fails, the others still run and the user sees a message. */
export function attach(...behaviors: (() => void)[]): void {
  for (const behavior of behaviors) {
    try {
      behavior()
    } catch (error) {
      later(document.documentElement, Promise.reject(error))
    }
  }
}
