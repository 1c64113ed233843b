import { pendingControl, scriptNotice, slowNotice } from '#web/components/hooks.ts'

/** An event on a part of the page whose script was not loaded yet. */
interface RecordedEvent {
  type: string
  target: Element
  /** The element that shows a busy state until the replay. */
  sign?: Element | null | undefined
  again(): void
}

/** After this time the user is told that loading is slow. */
const SLOW_AFTER = 10_000

const waiting = new Set<{ part: Node }>()
let recorded: RecordedEvent[] = []

/** Records events within `part` until `arrives` settles, then replays them in the same order. */
export function recordUntil(part: Node, arrives: Promise<unknown>): void {
  const entry = { part }
  waiting.add(entry)
  const release = () => {
    waiting.delete(entry)
    const due = recorded.filter(({ target }) => !isWaiting(target))
    for (const event of due) discard(event)
    if (recorded.length === 0) document.querySelector(slowNotice.selector)?.remove()
    for (const event of due) event.again()
  }
  arrives.then(release, (error) => {
    reportError(error)
    showNotice('failed')
    release()
  })
}

export function isWaiting(target: Node): boolean {
  return [...waiting].some(({ part }) => part.contains(target))
}

/** A second press on the same button is ignored, because the first had no visible effect. */
export function record(event: RecordedEvent): void {
  if (recordedEvent(event.target, event.type)) return
  recorded.push(event)
  for (const name of SIGNS) event.sign?.setAttribute(name, 'true')
  setTimeout(() => recorded.includes(event) && showNotice('slow'), SLOW_AFTER)
}

export function recordedEvent(target: Element, type: string): RecordedEvent | undefined {
  return recorded.find((event) => event.target === target && event.type === type)
}

export function discard(event: RecordedEvent): void {
  recorded = recorded.filter((other) => other !== event)
  for (const name of SIGNS) event.sign?.removeAttribute(name)
}

const SIGNS = ['aria-busy', pendingControl.mark]

/** Shows a text that features/core/shell/layout.tsx rendered, once. */
function showNotice(about: 'slow' | 'failed'): void {
  const notice = document.querySelector<HTMLTemplateElement>(`[${scriptNotice.mark}=${about}]`)
  if (notice) notice.replaceWith(notice.content)
}
