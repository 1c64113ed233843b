import { isWaiting } from '#client/first/keep.ts'
import { postpone, take } from '#client/first/repeat.ts'

/** Without this the browser would leave the page and open the file. */
export function noteDrag(event: DragEvent): void {
  if (event.target instanceof Element && isWaiting(event.target) && event.dataTransfer?.types.includes('Files'))
    take(event)
}

/** Files that are dropped or pasted: they are only to be had while the event lasts. */
export function noteFiles(event: DragEvent | ClipboardEvent): void {
  const { type, target } = event
  const files = ('dataTransfer' in event ? event.dataTransfer : event.clipboardData)?.files
  if (!(target instanceof Element) || !isWaiting(target) || !files?.length) return
  const { clientX, clientY } = event as DragEvent
  const data = copyOf(files)
  const facts = { bubbles: true, cancelable: true, clientX, clientY, dataTransfer: data, clipboardData: data }
  postpone(event, target, type, facts)
}

function copyOf(files: FileList): DataTransfer {
  const copy = new DataTransfer()
  for (const file of files) copy.items.add(file)
  return copy
}
