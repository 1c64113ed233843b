import { findAll, read, write } from '#client/hooks.ts'
import { asksWhenChanged } from '#features/pages/settings/hooks.ts'
import { apiForm } from '#web/components/hooks.ts'

/** A field whose change has a cost: its form asks for confirmation only if that field was changed. */
export function askWhenChanged(): void {
  for (const field of findAll<HTMLInputElement>(asksWhenChanged)) {
    const { form } = field
    // On the form, to run before the listener on the document (client/behaviors/forms/api-form.ts).
    form?.addEventListener('submit', () => {
      const isChanged = field.value.trim() !== field.defaultValue
      write(apiForm, form, { confirm: isChanged ? read(asksWhenChanged, field).question : undefined })
    })
  }
}
