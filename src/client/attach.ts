/**
 * Runs the behaviours of a page. If one fails, the others still run and the user sees a message.
 */
export function attach(...behaviors: (() => void)[]): void {
  for (const behavior of behaviors) {
    try {
      behavior()
    } catch (error) {
      recordUntilLoaded(document.documentElement, Promise.reject(error))
    }
  }
}

/**
 * For a behaviour whose code is loaded later: events within `element` are recorded until `arrives`
 * settles, and are then replayed. If the code cannot be loaded, the user sees a message
 * (first/recorder.ts).
 */
export function recordUntilLoaded(element: Element, arrives: Promise<unknown>): void {
  element.dispatchEvent(new CustomEvent('joule:later', { bubbles: true, detail: arrives }))
}

/** Runs now, and again after the browser has restored the fields: on reload, Back and Forward. */
export function onPageShow(show: () => void): void {
  show()
  addEventListener('pageshow', show)
}

/**
 * Moves the focus from the pressed element to its result, unless the user has focused something
 * else while code or responses were loading. If the pressed element was removed, the focus is on
 * the body and may move. Returns whether it may move.
 */
export function moveFocus(
  pressed: Element | null,
  to: HTMLElement | null | undefined,
  options?: FocusOptions,
): boolean {
  const here = document.activeElement
  const isFree = here === document.body || pressed?.contains(here)
  if (isFree) to?.focus(options)
  return isFree === true
}
