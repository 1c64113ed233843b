/** Runs now, and again after the browser has restored the fields: on reload, Back and Forward. */
export function onPageShow(show: () => void): void {
  show()
  addEventListener('pageshow', show)
}
