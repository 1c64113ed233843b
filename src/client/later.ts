/**
 * For behaviours whose code comes after the page's own: until it is there, what is done within `element` is kept, and where it
 * cannot be loaded the reader is told (first/keep.ts).
 */
export function later(element: Element, arrives: Promise<unknown>): void {
  element.dispatchEvent(new CustomEvent('joule:later', { bubbles: true, detail: arrives }))
}
