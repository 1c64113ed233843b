import { findAll, read, write } from '#client/hooks.ts'
import { asksWhenChanged } from '#features/pages/settings/hooks.ts'
import { apiForm } from '#web/components/hooks.ts'

/** A field whose change has a price: its form asks before it is sent, and only when that field was changed. */
export function askWhenChanged(): void {
  for (const field of findAll<HTMLInputElement>(asksWhenChanged)) {
    const { form } = field
    // Before the form is sent (client/behaviors/forms/api-form.ts), whose listener is on the document.
    form?.addEventListener('submit', () => {
      const isChanged = field.value.trim() !== field.defaultValue
      write(apiForm, form, { confirm: isChanged ? read(asksWhenChanged, field).question : undefined })
    })
  }
}
