import { inBrowser } from '#client/storage.ts'

/**
 * A post that was read in this browser. `part` is the share of the text, in percent, that was above
 * the lower edge of the window.
 */
export type Entry = [id: number, title: string, part: number, at: number]

export const HISTORY_MAX = 200
/** The history never leaves the browser. */
export const HISTORY = 'reading'
const OFF = 'reading-off'

export function isKept(): boolean {
  return inBrowser.read(OFF) === null
}

/** Turning the history off also deletes it. */
export function keepHistory(isOn: boolean): void {
  if (isOn) inBrowser.remove(OFF)
  else {
    inBrowser.write(OFF, '1')
    inBrowser.remove(HISTORY)
  }
}

/** Newest first. */
export function readHistory(): Entry[] {
  const stored = inBrowser.readJson(HISTORY)
  return Array.isArray(stored) ? stored.filter(isEntry) : []
}

export function noteReading(...[id, title, part, at]: Entry): void {
  if (!isKept()) return
  const others = readHistory().filter(([other]) => other !== id)
  inBrowser.write(HISTORY, JSON.stringify([[id, title, part, at], ...others].slice(0, HISTORY_MAX)))
}

export function removeEntry(id: number): void {
  inBrowser.write(HISTORY, JSON.stringify(readHistory().filter(([other]) => other !== id)))
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
