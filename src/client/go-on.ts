/**
 * Moves the focus on from what was pressed to what came of it, unless the reader has gone elsewhere since: code and answers may
 * take their time. Where what was pressed is gone, so is the focus, and it may move.
 */
export function goOn(pressed: Element | null, to: HTMLElement | null | undefined, options?: FocusOptions): boolean {
  const here = document.activeElement
  const isFree = here === document.body || pressed?.contains(here)
  if (isFree) to?.focus(options)
  return isFree === true
}
