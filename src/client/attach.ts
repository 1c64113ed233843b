import { recordUntilLoaded } from '#client/record-until-loaded.ts'

/** Runs the behaviours of a page. If one fails, the others still run and the user sees a message. */
export function attach(...behaviors: (() => void)[]): void {
  for (const behavior of behaviors) {
    try {
      behavior()
    } catch (error) {
      recordUntilLoaded(document.documentElement, Promise.reject(error))
    }
  }
}
