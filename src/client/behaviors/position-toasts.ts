const SHOWN_MAX = 3
/** The height that the toasts need, in pixels. */
const ROOM = 240

/**
 * Shows at most three toasts. During typing, keeps them above the keyboard of a phone and off the
 * focused field.
 */
export function positionToasts(region: HTMLElement): void {
  const shown = region.querySelectorAll('.toast')
  for (const one of [...shown].slice(0, -SHOWN_MAX)) one.remove()
  const field = document.activeElement?.closest('input, textarea, [contenteditable]')
  if (!field) return
  const height = visualViewport?.height ?? innerHeight
  const isAbove = field.getBoundingClientRect().bottom > height - ROOM
  const put = (top: string, bottom: string) => Object.assign(region.style, { top, bottom })
  if (isAbove) put('calc(var(--bar) + 0.5rem)', 'auto')
  else put('auto', `${innerHeight - height + 20}px`)
  field.addEventListener('blur', () => put('', ''), { once: true })
}
