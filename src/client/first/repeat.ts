import { keep } from '#client/first/keep.ts'

/** Stops an event: no other listener sees it, and the browser does not act on it. */
export function take(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Takes an event, shows at `control` that it was noticed, and sends it again once the behaviour is there. */
export function postpone(event: Event, control: Element, type = event.type, facts?: object): void {
  take(event)
  keep({ type, target: control, sign: control, again: repeater(event, facts) })
}

/**
 * Sends the same event again, to the same element or, if that is gone, to the nearest one around it that is left. `facts` are the
 * event's own, unless they are only to be had while it lasts.
 */
export function repeater(event: Event, facts: object = event): () => void {
  const path = event.composedPath()
  return () => {
    const Kind = event.constructor as new (type: string, init: object) => Event
    path.find((place) => place instanceof Node && place.isConnected)?.dispatchEvent(new Kind(event.type, facts))
  }
}
