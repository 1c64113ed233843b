/** Grows with its lines, has no line breaks of its own, and Enter goes on to the text. */
export function titleField(field: HTMLTextAreaElement, goOn: () => void): void {
  const grow = () => {
    // Browsers that size it by its content need no help.
    if (CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    field.style.height = `${field.scrollHeight}px`
  }
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.isComposing) return
    event.preventDefault()
    if (document.activeElement === field) goOn()
  })
  const tidy = () => {
    if (field.value.includes('\n')) field.value = field.value.replace(/\s*\n\s*/g, ' ')
    grow()
  }
  field.addEventListener('input', tidy)
  addEventListener('resize', grow)
  tidy()
}
