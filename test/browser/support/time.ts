import type { BrowserContext, Page } from 'playwright-core'

declare global {
  interface Window {
    advanceTimers?: () => void
    fireRunningTimers?: () => void
  }
}

/**
 * Page timers of two seconds or more fire only when the test lets time pass. So a toast or an undo
 * stays available on a slow machine.
 */
export async function holdLongTimers(context: BrowserContext): Promise<void> {
  await context.addInitScript(holdTimers)
}

/** Fires the pending timers of this page. Later timers run in real time. */
export async function advanceTimers(page: Page): Promise<void> {
  await page.evaluate(() => window.advanceTimers?.())
}

/**
 * Fires the timers of more than a second that run in real time: an autosave, or later timers after
 * `advanceTimers`.
 */
export async function fireRunningTimers(page: Page): Promise<void> {
  await page.evaluate(() => window.fireRunningTimers?.())
}

/** Runs in the page, before its scripts. */
function holdTimers(): void {
  const ONE_SECOND = 1000
  const TWO_SECONDS = 2000
  const { setTimeout: later, clearTimeout: forget } = window
  const waiting = new Map<number, () => void>()
  const running = new Map<number, () => void>()
  let stands = true
  let last = 0
  const wait = (act: TimerHandler, delay = 0, ...given: unknown[]) => {
    if (delay <= ONE_SECOND || typeof act !== 'function') return later(act, delay, ...given)
    if (!stands || delay < TWO_SECONDS) {
      const fire = () => {
        window.clearTimeout(id)
        act(...given)
      }
      const id = later(fire, delay)
      running.set(id, fire)
      return id
    }
    // Negative, because timer ids of the browser are positive.
    waiting.set(--last, () => act(...given))
    return last
  }
  window.setTimeout = wait as typeof setTimeout
  window.clearTimeout = (id?: unknown) => {
    running.delete(Number(id))
    if (!waiting.delete(Number(id))) forget(Number(id))
  }
  window.fireRunningTimers = () => {
    // A copy: a fired timer may start another one.
    for (const fire of [...running.values()]) fire()
  }
  window.advanceTimers = () => {
    stands = false
    for (const [id, act] of waiting) {
      waiting.delete(id)
      act()
    }
  }
}
