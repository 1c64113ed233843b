import { attach, recordUntilLoaded } from '#client/attach.ts'
import { counters } from '#client/behaviors/forms/extras.ts'
import { startEditor } from '#client/editor/start.ts'
import { find } from '#client/hooks.ts'
import { writeForm } from '#features/pages/studio/hooks.ts'

function writePage(): void {
  const form = find<HTMLFormElement>(writeForm)
  if (form) recordUntilLoaded(form, startEditor(form).then(counters))
}

attach(writePage)
