import { counters } from '#client/behaviors/counters.ts'
import { startEditor } from '#client/editor/start.ts'
import { later } from '#client/later.ts'

export function writePage(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-write]')
  if (form) later(form, startEditor(form).then(counters))
}
