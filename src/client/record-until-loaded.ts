/**
 * For behaviours whose code is loaded later: events within `element` are recorded until the code is loaded, and the
 * reader sees a message if loading fails (first/recorder.ts).
 */
export function recordUntilLoaded(element: Element, arrives: Promise<unknown>): void {
  element.dispatchEvent(new CustomEvent('joule:later', { bubbles: true, detail: arrives }))
}
