/** Grows with its text and has no line breaks; Enter moves to the body. */
export function titleField(field: HTMLTextAreaElement, moveFocus: () => void): void {
  const grow = () => {
    // Browsers with `field-sizing` do this in CSS.
    if (CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    if (document.activeElement === field) moveFocus()
  })
  const tidy = () => {
    if (field.value.includes('\n')) field.value = field.value.split(/\s+/).join(' ')
    grow()
  }
  field.addEventListener('input', tidy)
  addEventListener('resize', grow)
  tidy()
}
