/**
 * Moves the focus from the pressed element to its result, unless the reader has focused something else while code or
 * answers were loading. If the pressed element was removed, the focus is on the body and may move.
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
