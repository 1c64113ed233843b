import { expect } from 'vitest'
import { htmlOfMarkdown } from '#import/markdown/html.ts'
import { withoutShortcodes } from '#import/markdown/shortcodes.ts'

/** Their nesting overflowed the stack. */
export const NESTED = ['>', '- ', '1. ']

/** The longest text of each of them needed more than 10 s. */
export const PIECES = [
  ...['*a ', '_a_', '**a *b ', '~~a ', '> a\nb\n', 'a.', '\\', '[a](', '[a](<b', '__a__b', '`a ', '{%'],
  '{% highlight %}',
]

export const repeated = (piece: string, length: number) => piece.repeat(length / piece.length)

export function expectConverted(piece: string, length: number): void {
  const { text } = withoutShortcodes(repeated(piece, length))
  expect(htmlOfMarkdown(`${text}\n\nend`)).toContain('end')
}
