import { read } from '#client/hooks.ts'
import { chosenZone } from '#features/core/shell/hooks.ts'

export function viewerZone(): string {
  return read(chosenZone, document.body).zone ?? browserZone()
}

export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
