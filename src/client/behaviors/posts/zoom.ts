import { button, element } from '#client/elements.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  close: ['关闭', 'Close'],
  image: ['图片', 'Image'],
})

/**
 * Shows an image of a post in a dialog. A press on the image switches between its own size and the
 * size of the window.
 */
export function zoom(image: HTMLImageElement, all: HTMLImageElement[]): void {
  const text = texts[pageLanguage()]
  const shown = element('img', {})
  const caption = element('p', {})
  const dialog = element(
    'dialog',
    { className: 'zoom', ariaLabel: text.image },
    element('div', { tabIndex: 0 }, shown),
    caption,
    button(text.close, 'button small', () => dialog.close()),
  )
  let at = all.indexOf(image)
  const show = (step: number) => {
    at = (at + step + all.length) % all.length
    const next = all[at] as HTMLImageElement
    dialog.classList.remove('own-size')
    // Without `srcset`: the original file.
    shown.src = next.src
    shown.alt = next.alt
    caption.textContent =
      next.closest('figure')?.querySelector('figcaption')?.textContent || next.alt
  }
  shown.addEventListener('click', () => dialog.classList.toggle('own-size'))
  dialog.addEventListener(
    'click',
    ({ target }) => (target as Element).matches('dialog, div') && dialog.close(),
  )
  dialog.addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step && !dialog.matches('.own-size')) show(step)
    if (key === 'Enter' && document.activeElement?.matches('.zoom div'))
      dialog.classList.toggle('own-size')
  })
  dialog.addEventListener('close', () => dialog.remove())
  show(0)
  document.body.append(dialog)
  dialog.showModal()
}
