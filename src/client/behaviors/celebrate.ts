import { isRecord } from '#client/api-error.ts'
import { TOAST_DELAY, WAITING_TOAST } from '#client/behaviors/toast.ts'
import { find, has, read } from '#client/hooks.ts'
import { inBrowser } from '#client/storage.ts'
import { pageLanguage } from '#client/text.ts'
import { dayOf } from '#kernel/clock.ts'
import { toastRegion, viewerFacts } from '#web/components/hooks.ts'

const SHOWN_FOR = 6000
const SPARKS = 14

/**
 * A message with a few sparks. static/css/components/celebration.css animates them unless the user
 * prefers reduced motion. It includes the toast of the page before, because several messages would
 * cover the form below them.
 */
function celebration(occasions: string[]): void {
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

/**
 * Celebrates the daily check-in and a new level once per browser, on the first page that reports
 * them.
 */
export function celebrate(): void {
  if (!has(viewerFacts, document.body)) return
  const { uid, level, checkedIn, levelUp } = read(viewerFacts, document.body)
  const today = dayOf(new Date())
  const seen = recall(uid)
  const occasions = [
    ...(seen !== null && level > seen.level ? [levelUp] : []),
    ...(checkedIn !== undefined && seen?.day !== today ? [checkedIn] : []),
  ]
  const now: Seen = { level, day: checkedIn === undefined ? (seen?.day ?? '') : today }
  inBrowser.write(`joule-seen ${uid}`, JSON.stringify(now))
  if (occasions.length > 0) setTimeout(celebration, TOAST_DELAY, occasions)
}

interface Seen {
  level: number
  /** The last day with a celebrated check-in, in Shanghai time. Empty before the first. */
  day: string
}

function recall(uid: number): Seen | null {
  const seen = inBrowser.readJson(`joule-seen ${uid}`)
  return isRecord(seen) ? { level: Number(seen.level), day: String(seen.day) } : null
}
