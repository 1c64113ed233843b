import { textOf, textOfTokens } from '#kernel/html/text.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'

const SUMMARY_LENGTH = 300

/**
 * The beginning of the text in one line, cut between words where possible. Omits headings, tables and code, unless there is
 * nothing else.
 */
export function summaryOf(html: string, max = SUMMARY_LENGTH): string {
  return beginningOf(textOfTokens(proseOf(html)) || textOf(html), max)
}

export function beginningOf(lines: string, max: number): string {
  const text = lines.replaceAll('\n', ' ')
  if (text.length <= max) return text
  const cut = text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')
  const lastSpace = cut.search(/ [^ ]*$/)
  return `${(lastSpace > max * 0.8 ? cut.slice(0, lastSpace) : cut).trimEnd()}…`
}

function* proseOf(html: string): Generator<Token> {
  let within: { name: string; depth: number } | null = null
  for (const token of tokensOf(html)) {
    if (within === null && token.type === 'start' && NO_PROSE.has(token.name)) within = { name: token.name, depth: 0 }
    if (within === null) yield token
    else if (token.type !== 'text' && token.name === within.name) within.depth += token.type === 'start' ? 1 : -1
    if (within?.depth === 0) within = null
  }
}

const NO_PROSE = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre', 'figcaption'])
