import { inBrowser } from '#client/storage.ts'

/**
 * A post that was read in this browser. `part` is the share of the text, in percent, that was above
 * the lower edge of the window.
 */
export type Entry = [id: number, title: string, part: number, at: number]

/** The history never leaves the browser. */
export const HISTORY = 'reading'
/** Stored if the reader has turned the history off. */
export const HISTORY_OFF = 'reading-off'

export function isKept(): boolean {
  return inBrowser.read(HISTORY_OFF) === null
}

/** Newest first. */
export function readHistory(): Entry[] {
  const stored = inBrowser.readJson(HISTORY)
  return Array.isArray(stored) ? stored.filter(isEntry) : []
}

/** Whether the reader has begun the text and not reached its end. */
export function isUnfinished([, , part]: Entry): boolean {
  return part >= 10 && part <= 90
}

function isEntry(value: unknown): value is Entry {
  return (
    Array.isArray(value) &&
    typeof value[1] === 'string' &&
    [0, 2, 3].every((at) => Number.isFinite(value[at]))
  )
}
