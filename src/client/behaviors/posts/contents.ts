import { find } from '#client/hooks.ts'
import { sideContents } from '#features/pages/reading/hooks.ts'

/** A heading is current once it is in the upper part of the window. */
const REACHED = 0.3

/** Marks the current heading in the table of contents beside a post. */
export function contents(): void {
  const nav = find(sideContents)
  if (!nav) return
  const places = [...nav.querySelectorAll<HTMLAnchorElement>('a')].flatMap((link) => {
    const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)))
    return heading ? [{ link, heading }] : []
  })
  let current: HTMLAnchorElement | undefined
  const mark = () => {
    const reached = places.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight * REACHED)
    if (reached?.link === current) return
    current?.removeAttribute('aria-current')
    current = reached?.link
    current?.setAttribute('aria-current', 'location')
    if (current) nav.scrollTop = current.offsetTop - nav.clientHeight / 2
  }
  let isWaiting = false
  const markSoon = () => {
    if (isWaiting) return
    isWaiting = true
    requestAnimationFrame(() => {
      isWaiting = false
      mark()
    })
  }
  addEventListener('scroll', markSoon, { passive: true })
  markSoon()
}
