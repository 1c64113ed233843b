import type { Note } from '#client/import/draft-of.ts'
import { importText } from '#client/import/text.ts'
import { pageLanguage } from '#client/text.ts'

export function sized(bytes: number): string {
  const kilobytes = bytes / 1024
  const shown = kilobytes.toLocaleString(pageLanguage(), { maximumFractionDigits: kilobytes < 10 ? 1 : 0 })
  return `${shown} KB`
}

/** A day in the time zone of the browser. */
export function dated(moment: string): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(new Date(moment))
}

export function noteText({ kind, count, detail }: Note): string {
  const text = importText()
  const name = text.times(text.note[kind], count)
  return detail === undefined ? name : text.detailed(name, detail)
}
