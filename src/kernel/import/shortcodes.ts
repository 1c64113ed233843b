import { Losses } from '#kernel/import/html/losses.ts'
import type { Loss } from '#kernel/import/item.ts'

/** Replaces Liquid tags (Jekyll, dev.to, Hexo) and Hugo shortcodes by Markdown, or removes and counts them. Code stays as written. */
export function withoutShortcodes(source: string): { text: string; losses: Loss[] } {
  const losses = new Losses()
  const text = source
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : replaced(part, losses)))
    .join('')
  return { text, losses: losses.list() }
}

/** Fenced code. Everything between two marks of the same length. */
const CODE = /(^[ \t]*(?:```|~~~)[^\n]*\n(?:(?![ \t]*(?:```|~~~)[ \t]*$)[^\n]*\n)*[ \t]*(?:```|~~~)[ \t]*$)/m

function replaced(text: string, losses: Losses): string {
  if (!/\{[{%]/.test(text)) return text
  return text
    .replace(/\{\{[<%]\s*\/?\s*[^{}]*[>%]\}\}/g, (whole) => {
      losses.add('shortcode', whole)
      return ''
    })
    .replace(/\{%[^{}]*%\}/g, (whole) => {
      losses.add('shortcode', whole)
      return ''
    })
}
