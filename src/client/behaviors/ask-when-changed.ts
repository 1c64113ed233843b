/** A field whose change has a price: its form asks before it is sent, and only when that field was changed. */
export function askWhenChanged(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>('[data-asks-when-changed]')) {
    const { form } = field
    // Before the form is sent (behaviors/api-form.ts), whose listener is on the document.
    form?.addEventListener('submit', () => {
      if (field.value.trim() === field.defaultValue) delete form.dataset.confirm
      else form.dataset.confirm = field.dataset.asksWhenChanged
    })
  }
}
