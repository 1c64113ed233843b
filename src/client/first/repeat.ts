/** Stops an event: no other listener sees it, and the browser does not act on it. */
export function take(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}

interface Repetition {
  /** The browser acted on the event the first time, so it must not act again. */
  isDone?: boolean
  /** What was dropped or pasted: it is only to be had while the event lasts. */
  files?: FileList
}

/** Sends the same event again, to the same element or, if that is gone, to the nearest one around it that is left. */
export function repeater(event: Event, { isDone, files }: Repetition = {}): () => void {
  const path = event.composedPath()
  const data = files && copyOf(files)
  return () => {
    if (isDone) addEventListener(event.type, (again) => again.preventDefault(), { capture: true, once: true })
    const Kind = event.constructor as new (type: string, init: object) => Event
    const { clientX, clientY } = event as MouseEvent
    const facts = { bubbles: true, cancelable: true, clientX, clientY, dataTransfer: data, clipboardData: data }
    path
      .find((place) => place instanceof Node && place.isConnected)
      ?.dispatchEvent(new Kind(event.type, data ? facts : event))
  }
}

function copyOf(files: FileList): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files) copy.items.add(file)
  return copy
}
