import { find } from '#client/hooks.ts'
import { toastRegion } from '#web/components/hooks.ts'

const SHOWN_FOR = 6000
const SPARKS = 14

/** A line of good news with a few sparks around it; static/css/components/celebration.css lets them fly, or not. */
export function celebration(message: string): void {
  const region = find(toastRegion)
  const element = document.createElement('div')
  element.className = 'celebration'
  element.append(message, ...Array.from({ length: SPARKS }, spark))
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
