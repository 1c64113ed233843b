import { counters } from '#client/behaviors/forms/counters.ts'
import { startEditor } from '#client/editor/start.ts'
import { find } from '#client/hooks.ts'
import { recordUntilLoaded } from '#client/record-until-loaded.ts'
import { writeForm } from '#features/pages/studio/hooks.ts'

export function writePage(): void {
  const form = find<HTMLFormElement>(writeForm)
  if (form) recordUntilLoaded(form, startEditor(form).then(counters))
}
