import { attach } from '#client/attach.ts'
import { find } from '#client/hooks.ts'
import { lookEditor } from '#client/look/editor.ts'
import { lookForm } from '#features/operations/admin/identity/hooks.ts'

attach(() => {
  const form = find<HTMLFormElement>(lookForm)
  if (form) lookEditor(form)
})
