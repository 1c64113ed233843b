/** Puts what this browser kept into a field. What the reader typed before the script ran stays, below it. */
export function putBack(field: HTMLTextAreaElement, kept: string): void {
  const { value, defaultValue } = field
  if (value === defaultValue) field.value = kept
  // The reader has changed the text from the server, so the field is newer than the kept copy.
  else if (defaultValue === '' && !value.includes(kept)) field.setRangeText(`${kept}\n`, 0, 0, 'preserve')
}
