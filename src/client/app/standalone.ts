import { button, element } from '#client/elements.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  back: ['返回', 'Back'],
  refresh: ['松开刷新', 'Release to refresh'],
})

/** The distance of a pull that loads the page again, in pixels. */
const PULLED = 90

/** iOS shows an installed site without a back button and without pull to refresh. */
export function standalone(): void {
  const text = texts[pageLanguage()]
  if (history.length > 1) {
    const back = button('‹', 'button quiet icon', () => history.back())
    back.ariaLabel = text.back
    back.style.fontSize = '1.75rem'
    document.querySelector('.top-bar .within')?.prepend(back)
  }
  const sign = element('p', { className: 'toast', hidden: true }, text.refresh)
  sign.style.cssText = 'position:fixed;z-index:50;inset:4.5rem 0 auto;width:fit-content;margin:auto'
  document.body.append(sign)
  let start: number | null = null
  addEventListener('touchstart', ({ touches: [touch, another], target }) => {
    const isFree =
      scrollY <= 0 &&
      !another &&
      !(target as Element).closest('dialog, textarea, [contenteditable]')
    start = isFree && touch ? touch.clientY : null
  })
  addEventListener('touchmove', ({ touches: [touch] }) => {
    sign.hidden = start === null || !touch || touch.clientY - start < PULLED
  })
  addEventListener('touchend', () => {
    if (start !== null && !sign.hidden) location.reload()
    start = null
  })
}
