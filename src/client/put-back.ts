/** Restores a stored text into a field. Text typed before the script ran is kept below it. */
export function putBack(field: HTMLTextAreaElement, kept: string): void {
  const { value, defaultValue } = field
  if (value === defaultValue) field.value = kept
  // The reader has changed the text from the server, so the field is newer than the stored copy.
  else if (defaultValue === '' && !value.includes(kept)) field.setRangeText(`${kept}\n`, 0, 0, 'preserve')
}
