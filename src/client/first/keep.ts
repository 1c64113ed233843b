import { keptControl, scriptNotice, slowNotice } from '#web/components/hooks.ts'

/** An event on a part of the page whose script was not loaded yet. */
interface Act {
  type: string
  target: Element
  /** The element that shows a busy state until the replay. */
  sign?: Element | null | undefined
  again(): void
}

/** After this time the user is told that loading is slow. */
const PATIENCE = 10_000

const waiting = new Set<{ part: Node }>()
let kept: Act[] = []

/** Records events within `part` until `arrives` settles, then replays them in the same order. */
export function hold(part: Node, arrives: Promise<unknown>): void {
  const entry = { part }
  waiting.add(entry)
  const release = () => {
    waiting.delete(entry)
    const due = kept.filter(({ target }) => !isWaiting(target))
    for (const act of due) forget(act)
    if (kept.length === 0) document.querySelector(slowNotice.selector)?.remove()
    for (const act of due) act.again()
  }
  arrives.then(release, (error) => {
    reportError(error)
    tell('failed')
    release()
  })
}

export function isWaiting(target: Node): boolean {
  return [...waiting].some(({ part }) => part.contains(target))
}

/** A second press on the same button is ignored, because the first had no visible effect. */
export function keep(act: Act): void {
  if (keptOf(act.target, act.type)) return
  kept.push(act)
  for (const name of SIGNS) act.sign?.setAttribute(name, 'true')
  setTimeout(() => kept.includes(act) && tell('slow'), PATIENCE)
}

export function keptOf(target: Element, type: string): Act | undefined {
  return kept.find((act) => act.target === target && act.type === type)
}

export function forget(act: Act): void {
  kept = kept.filter((other) => other !== act)
  for (const name of SIGNS) act.sign?.removeAttribute(name)
}

const SIGNS = ['aria-busy', keptControl.mark]

/** Shows a text that features/core/shell/layout.tsx rendered, once. */
function tell(about: 'slow' | 'failed'): void {
  const notice = document.querySelector<HTMLTemplateElement>(`[${scriptNotice.mark}=${about}]`)
  if (notice) notice.replaceWith(notice.content)
}
