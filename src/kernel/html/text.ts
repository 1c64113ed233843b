import { ALIASES, ruleOf } from '#kernel/html/allow-list.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'
import type { Language } from '#kernel/i18n.ts'
import { countWords } from '#kernel/word-count.ts'

const SUMMARY_LENGTH = 300

/** What a reader reads: the text without markup, a line for each block. */
export function textOf(html: string): string {
  return textOfTokens(tokensOf(html))
}

function textOfTokens(tokens: Iterable<Token>): string {
  let text = ''
  for (const token of tokens) text += token.type === 'text' ? token.text.replace(/\s+/g, ' ') : borderOf(token.name)
  return text
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/**
 * The beginning of the text in one line, cut between words where there are any. Headings, tables and code read badly in a line
 * with others, so they are left out where there is anything else.
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

export function readingMinutes(html: string): number {
  return countWords(textOf(html)).minutes
}

/** The language a text is probably written in, by its script: how it is read out, broken into lines and spaced. */
export function languageOfText(text: string): 'zh-CN' | 'ja' | 'ko' | 'en' {
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  // An English text may quote a Chinese word, and a Chinese one is full of English names.
  const few = count(/\p{Script=Latin}/gu) / 8
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > few) return 'ja'
  if (count(/\p{Script=Hangul}/gu) > few) return 'ko'
  return count(/\p{Script=Han}/gu) > few ? 'zh-CN' : 'en'
}

/** For the `lang` of a text on a page in this language: nothing where it is the same. */
export function foreignLanguage(text: string, page: Language): string | undefined {
  const own = languageOfText(text)
  return own === page ? undefined : own
}

/** What stands between two pieces of text that a tag parts. */
export function borderOf(name: string): string {
  const kind = ruleOf(ALIASES.get(name) ?? name)?.kind
  if (name === 'br') return '\n'
  if (kind === 'cell') return ' '
  return kind === undefined || kind === 'inline' || kind === 'leaf' ? '' : '\n'
}
