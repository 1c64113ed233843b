import { record } from '#client/first/recorder.ts'

/** Stops an event: no other listener gets it, and the browser does not act on it. */
export function stop(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Stops an event, shows a busy state at `control`, and replays the event once the script is loaded. */
export function postpone(event: Event, control: Element, type = event.type, facts?: object): void {
  stop(event)
  record({ type, target: control, sign: control, again: replayer(event, facts) })
}

/**
 * Returns a function that dispatches the event again, to the same element or, if it was removed, to its nearest
 * remaining ancestor. `facts` replaces properties that are only available during the event.
 */
export function replayer(event: Event, facts: object = event): () => void {
  const path = event.composedPath()
  return () => {
    const Kind = event.constructor as new (type: string, init: object) => Event
    path.find((place) => place instanceof Node && place.isConnected)?.dispatchEvent(new Kind(event.type, facts))
  }
}
