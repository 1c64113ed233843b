import { isVisible } from '#kernel/fields.ts'
import { textOf } from '#kernel/html/plain.ts'

/** Whether the text without markup has a visible character. */
export function hasText(html: string): boolean {
  return isVisible(textOf(html))
}
