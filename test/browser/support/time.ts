import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    timePasses?: () => void
  }
}

/**
 * What a page does or ends after two seconds or more, it does when the test lets time pass: a toast stays until it has been
 * read, and there is time to undo, however long the machine takes for the next step of the test.
 */
export async function timeStandsStill(context: BrowserContext): Promise<void> {
  await context.addInitScript(standStill)
}

/** What this page was waiting for happens now, and from here on it has the time of everybody. */
export async function timePasses(page: Page): Promise<void> {
  await page.evaluate(() => window.timePasses?.())
}

/** In the page, before any of its scripts. */
function standStill(): void {
  const TWO_SECONDS = 2000
  const { setTimeout: later, clearTimeout: forget } = window
  const waiting = new Map<number, () => void>()
  let stands = true
  let last = 0
  const wait = (act: TimerHandler, delay = 0, ...given: unknown[]) => {
    if (!stands || delay < TWO_SECONDS || typeof act !== 'function') return later(act, delay, ...given)
    // No timer of the browser has a number below 0.
    waiting.set(--last, () => act(...given))
    return last
  }
  window.setTimeout = wait as typeof setTimeout
  window.clearTimeout = (id?: unknown) => {
    if (!waiting.delete(Number(id))) forget(Number(id))
  }
  window.timePasses = () => {
    stands = false
    for (const [id, act] of waiting) {
      waiting.delete(id)
      act()
    }
  }
}
