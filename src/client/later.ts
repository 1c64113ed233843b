/**
 * For behaviours whose code is loaded later: until it has arrived, what is done within `element` is kept, and where the code
 * cannot be loaded the reader is told (first/keep.ts).
 */
export function later(element: Element, arrives: Promise<unknown>): void {
  element.dispatchEvent(new CustomEvent('joule:later', { bubbles: true, detail: arrives }))
}
