const SHOWN_MAX = 3
/** On a phone, further toasts would cover the text. toast.css has the same width. */
const SHOWN_ON_PHONE_MAX = 1
const PHONE = '(width < 48rem)'
/** The height that the toasts need, in pixels. */
const ROOM = 240

/**
 * Shows at most three toasts, and one on a phone. During typing, keeps them above the keyboard of a
 * tablet and off the focused field. On a phone they are at the top, where no keyboard covers them.
 */
export function positionToasts(region: HTMLElement): void {
  const shown = region.querySelectorAll('.toast')
  const isPhone = matchMedia(PHONE).matches
  for (const one of [...shown].slice(0, isPhone ? -SHOWN_ON_PHONE_MAX : -SHOWN_MAX)) one.remove()
  if (isPhone) return
  const field = document.activeElement?.closest('input, textarea, [contenteditable]')
  if (!field) return
  const height = visualViewport?.height ?? innerHeight
  const isAbove = field.getBoundingClientRect().bottom > height - ROOM
  const put = (top: string, bottom: string) => Object.assign(region.style, { top, bottom })
  if (isAbove) put('calc(var(--bar) + 0.5rem)', 'auto')
  else put('auto', `${innerHeight - height + 20}px`)
  field.addEventListener('blur', () => put('', ''), { once: true })
}
