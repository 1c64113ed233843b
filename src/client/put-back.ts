/** Puts what this browser kept into a field. What was typed before the script was there stays, below it. */
export function putBack(field: HTMLTextAreaElement, kept: string): void {
  const { value, defaultValue } = field
  if (value === defaultValue) field.value = kept
  // A change to what the server wrote is newer than what was kept.
  else if (defaultValue === '' && !value.includes(kept)) field.setRangeText(`${kept}\n`, 0, 0, 'preserve')
}
