import { pendingControl, scriptNotice, shortcutsOff, slowNotice } from '#web/components/hooks.ts'

/** An event on a part of the page whose script is not loaded yet. */
interface RecordedEvent {
  type: string
  target: Element
  /** The element that shows a busy state until the event is replayed. */
  sign?: Element | null | undefined
  again(): void
}

/** After this time the user is told that loading is slow. */
const SLOW_AFTER = 10_000

const SIGNS = ['aria-busy', pendingControl.mark]

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

/** Handles events on controls whose scripts are not loaded yet, before any other listener. */
export function onEarly<Types extends keyof WindowEventMap>(
  types: Types[],
  controls: string,
  handle: (event: WindowEventMap[Types], control: Element) => void,
): void {
  for (const type of types)
    addEventListener(
      type,
      (event) => {
        const control = event.target instanceof Element && event.target.closest(controls)
        if (control && isWaiting(control)) handle(event, control)
      },
      true,
    )
}

/** A second press on the same control is ignored, because the first had no visible effect. */
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

/** Stops an event: no other listener gets it, and the browser does not act on it. */
export function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/**
 * Stops an event, shows a busy state at `control`, and replays the event once the script is loaded.
 */
export function postpone(event: Event, control: Element, type = event.type, facts?: object): void {
  stop(event)
  record({ type, target: control, sign: control, again: replayer(event, facts) })
}

/**
 * Returns a function that dispatches the event again, to the same element or, if it was removed, to
 * its nearest remaining ancestor. `facts` replaces properties that are only available during the
 * event.
 */
export function replayer(event: Event, facts: object = event): () => void {
  const path = event.composedPath()
  return () => {
    const Kind = event.constructor as new (type: string, init: object) => Event
    path
      .find((place) => place instanceof Node && place.isConnected)
      ?.dispatchEvent(new Kind(event.type, facts))
  }
}

/**
 * Elements in which a key is no shortcut. The last one is the root element, if shortcuts are turned
 * off.
 */
export const NO_SHORTCUTS = `:read-write, select, dialog, ${shortcutsOff.selector}`

/** Shows one of the texts that features/core/shell/page.tsx rendered, once. */
function showNotice(about: 'slow' | 'failed'): void {
  const notice = document.querySelector<HTMLTemplateElement>(`[${scriptNotice.mark}=${about}]`)
  if (notice) notice.replaceWith(notice.content)
}
