import { read } from '#client/hooks.ts'
import { chosenZone } from '#features/core/shell/hooks.ts'

/** The time zone that the viewer chose, or else that of the browser. */
export function viewerZone(): string {
  return read(chosenZone, document.body).zone ?? browserZone()
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
