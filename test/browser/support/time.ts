import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    advanceTimers?: () => void
  }
}

/**
 * Page timers of two seconds or more fire only when the test lets time pass. So a toast or an undo stays available on a
 * slow machine.
 */
export async function holdLongTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(holdTimers)
}

/** Fires the pending timers of this page. Later timers run in real time. */
export async function advanceTimers(page: Page): Promise<void> {
  await page.evaluate(() => window.advanceTimers?.())
}

/** Runs in the page, before its scripts. */
function holdTimers(): void {
  const TWO_SECONDS = 2000
  const { setTimeout: later, clearTimeout: forget } = window
  const waiting = new Map<number, () => void>()
  let stands = true
  let last = 0
  const wait = (act: TimerHandler, delay = 0, ...given: unknown[]) => {
    if (!stands || delay < TWO_SECONDS || typeof act !== 'function') return later(act, delay, ...given)
    // Negative, because timer ids of the browser are positive.
    waiting.set(--last, () => act(...given))
    return last
  }
  window.setTimeout = wait as typeof setTimeout
  window.clearTimeout = (id?: unknown) => {
    if (!waiting.delete(Number(id))) forget(Number(id))
  }
  window.advanceTimers = () => {
    stands = false
    for (const [id, act] of waiting) {
      waiting.delete(id)
      act()
    }
  }
}
