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
 * Records events within `element` until its code is loaded. If loading fails, a message is shown
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
 * Moves the focus to the result, unless the user has moved on. If `pressed` was removed, the focus
 * is on the body.
 */
export function moveFocus(
  pressed: Element | null,
  to: HTMLElement | null | undefined,
  options?: FocusOptions,
) {
  const here = document.activeElement
  const isFree = here === document.body || pressed?.contains(here)
  if (isFree) to?.focus(options)
  return isFree === true
}
