import { WAITING_TOAST } from '#client/behaviors/toast.ts'
import { find } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { toastRegion } from '#web/components/hooks.ts'

const SHOWN_FOR = 6000
const SPARKS = 14

/**
 * A message with a few sparks. static/css/components/celebration.css animates them unless the user
 * prefers reduced motion. It includes the toast of the page before, because several messages would
 * cover the form below them.
 */
export function celebration(occasions: string[]): void {
  const region = find(toastRegion)
  const element = document.createElement('div')
  element.className = 'celebration'
  const toast = document.getElementById(WAITING_TOAST)
  toast?.remove()
  if (toast) occasions.unshift(toast.textContent)
  element.append(
    occasions.join(pageLanguage() === 'en' ? ' ' : ''),
    ...Array.from({ length: SPARKS }, spark),
  )
  region?.append(element)
  setTimeout(() => element.classList.add('leaving'), SHOWN_FOR)
  setTimeout(() => element.remove(), SHOWN_FOR + 250)
}

function spark(_: unknown, index: number): HTMLElement {
  const element = document.createElement('i')
  element.style.setProperty('--turn', `${(index / SPARKS + Math.random() / SPARKS) * 360}deg`)
  element.style.setProperty('--far', `${3 + Math.random() * 3}rem`)
  return element
}
