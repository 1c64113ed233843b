/** Restores a stored text into a field. Text typed before the script ran is stored below it. */
export function restoreDraft(field: HTMLTextAreaElement, stored: string): void {
  const { value, defaultValue } = field
  if (value === defaultValue) field.value = stored
  // The reader has changed the text from the server, so the field is newer than the stored copy.
  else if (defaultValue === '' && !value.includes(stored)) field.setRangeText(`${stored}\n`, 0, 0, 'preserve')
}
