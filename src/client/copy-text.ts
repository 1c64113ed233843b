import { element } from '#client/elements.ts'

/** False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyTheOldWay(text)
  }
}

/** The Clipboard API exists only on HTTPS pages. */
function copyTheOldWay(text: string): boolean {
  const field = element('textarea', { value: text, className: 'visually-hidden' })
  document.body.append(field)
  field.select()
  const copied = document.execCommand('copy')
  field.remove()
  return copied
}
