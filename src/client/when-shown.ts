/** Now, and when the browser has put back what was in the fields before: after a reload, or by Back and Forward. */
export function whenShown(show: () => void): void {
  show()
  addEventListener('pageshow', show)
}
