import { FORMULA } from '#kernel/formulas/formulas.ts'
import { ALIASES, ruleOf } from '#kernel/html/allow-list.ts'
import { NOTE, TASK, TEX } from '#kernel/html/hooks.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'
import type { Language } from '#kernel/i18n.ts'

/** The text without markup, one line per block. */
export function textOf(html: string): string {
  return textOfTokens(tokensOf(html))
}

function textOfTokens(tokens: Iterable<Token>): string {
  let text = ''
  // The number of a footnote is not part of the sentence.
  let isNumber = false
  for (const token of tokens) {
    if (token.type !== 'text' && token.name === 'sup')
      isNumber = token.type === 'start' && token.attributes.has(NOTE.reference)
    if (!isNumber)
      text += token.type === 'text' ? token.text.replace(/\s+/g, ' ') : borderOf(token.name)
  }
  return text
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

/** The minutes that reading a sanitised body takes. A formula counts as one word. */
export function readingMinutes(html: string): number {
  return countWords(textOf(html.replace(FORMULA, ' x '))).minutes
}

/** The probable language of a text, by its script. For the `lang` attribute. */
export function languageOfText(text: string): string {
  if (!OTHER_THAN_LATIN.test(text)) return 'en'
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  // An English text may quote Chinese words, and a Chinese text often contains English names.
  const few = count(/\p{Script=Latin}/gu) / 8
  return SCRIPTS.find(([, script]) => count(script) > few)?.[0] ?? 'en'
}

/** Matches at the first letter of another script, so most English texts need no counting. */
const OTHER_THAN_LATIN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
/**
 * In the order of the search: Japanese and Korean texts also contain Chinese characters, so these
 * scripts come first. `und-` marks a script that several languages use.
 */
const SCRIPTS: [language: string, RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh-CN', /\p{Script=Han}/gu],
  ['und-Cyrl', /\p{Script=Cyrillic}/gu],
  ['und-Arab', /\p{Script=Arabic}/gu],
  ['und-Deva', /\p{Script=Devanagari}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
]

/** The `lang` attribute of a text on a page in this language; undefined if both are the same. */
export function foreignLanguage(text: string, page: Language): string | undefined {
  const own = languageOfText(text)
  return own === page ? undefined : own
}

/**
 * The `dir` attribute of a text. Most texts are written from left to right, like the pages, and
 * need none.
 */
export function directionOf(text: string): 'auto' | undefined {
  return RIGHT_TO_LEFT.test(text) ? 'auto' : undefined
}

/** Matches letters of scripts that are written from right to left, and directional marks. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** The separator between two pieces of text with a tag between them. */
export function borderOf(name: string): string {
  const kind = ruleOf(ALIASES.get(name) ?? name)?.kind
  if (name === 'br') return '\n'
  if (kind === 'cell') return ' '
  return kind === undefined || kind === 'inline' || kind === 'leaf' ? '' : '\n'
}

const SUMMARY_LENGTH = 300

/**
 * The beginning of the text in one line: whole sentences if possible, else cut between words. It
 * leaves out headings, tables, code, task lists, footnotes, addresses and formulas, unless there is
 * nothing else.
 */
export function summaryOf(html: string, max = SUMMARY_LENGTH): string {
  const prose = textOfTokens(proseOf(html)).replace(ADDRESS, '').replace(/\s+/g, ' ').trim()
  return sentencesOf(prose || textOf(html), max)
}

/** An address says nothing in a summary. */
const ADDRESS = /\bhttps?:\/\/[^\s，。；！？、）】》]+/g

/**
 * At most `max` characters of a text, in one line. A long text ends after its last whole sentence,
 * if that is not too near the beginning.
 */
function sentencesOf(lines: string, max: number): string {
  const text = lines.replaceAll('\n', ' ')
  if (text.length <= max) return text
  const end = Math.max(...SENTENCE_ENDS.map((sign) => lastEnd(text.slice(0, max), sign)))
  return end >= max * SENTENCES_MIN ? text.slice(0, end).trimEnd() : beginningOf(text, max)
}

/** A Latin full stop ends a sentence only before a space: `1.5` and `example.com` do not end. */
const SENTENCE_ENDS = ['。', '！', '？', '. ', '! ', '? ', '” ', '…']
/** The part of the allowed length that whole sentences must fill. */
const SENTENCES_MIN = 0.4

function lastEnd(text: string, sign: string): number {
  const at = text.lastIndexOf(sign)
  return at === -1 ? 0 : at + sign.length
}

/** At most `max` characters of a text, in one line, with `…` if it was cut. */
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
    if (within === null && token.type === 'start' && isNoProse(token)) {
      within = { name: token.name, depth: 0 }
      if (isFormulaInLine(token)) yield { type: 'text', text: shownTex(token) }
    }
    if (within === null) yield token
    else if (token.type !== 'text' && token.name === within.name)
      within.depth += token.type === 'start' ? 1 : -1
    if (within?.depth === 0) within = null
  }
}

type StartTag = Token & { type: 'start' }

const isNoProse = ({ name, attributes }: StartTag) =>
  NO_PROSE.has(name) ||
  attributes.has(TEX) ||
  ['taskList', NOTE.list].includes(attributes.get(TASK.kind) ?? '')

const NO_PROSE = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre', 'figcaption'])

const isFormulaInLine = ({ name, attributes }: StartTag) => name === 'span' && attributes.has(TEX)

/** A formula without commands, such as `x + 1`, is readable as it is. Others become `…`. */
function shownTex({ attributes }: StartTag): string {
  const tex = attributes.get(TEX) ?? ''
  return /[\\{}&]/.test(tex) ? '…' : tex
}

/**
 * The text with the targets of links and the sources of images, so that a diff shows a changed URL.
 */
export function textWithTargets(html: string): string {
  let text = ''
  const links: string[] = []
  for (const token of tokensOf(html)) {
    if (token.type === 'text') text += token.text.replace(/[^\S\n ]/g, ' ')
    else if (token.name === 'a' && token.type === 'start')
      links.push(token.attributes.get('href') ?? '')
    else if (token.name === 'a') text += targetOf(links.pop())
    else if (token.name === 'img' && token.type === 'start') text += imageOf(token.attributes)
    else text += borderOf(token.name)
  }
  return text
    .replace(/ {2,}/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

function targetOf(href: string | undefined): string {
  return href ? ` ⟨${href}⟩` : ''
}

function imageOf(attributes: ReadonlyMap<string, string>): string {
  const alt = attributes.get('alt')
  return `\n🖼 ${alt ? `${alt} ` : ''}⟨${attributes.get('src') ?? ''}⟩\n`
}

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu
const WORD = /[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu
const CJK_CHARACTERS_A_MINUTE = 400
const WORDS_A_MINUTE = 220

/**
 * Counts words in scripts with spaces and characters in scripts without; mixed text counts both.
 */
export function countWords(text: string): { words: number; minutes: number } {
  const characters = text.match(CJK)?.length ?? 0
  const spaced = text.replace(CJK, ' ').match(WORD)?.length ?? 0
  const minutes = Math.max(
    1,
    Math.round(characters / CJK_CHARACTERS_A_MINUTE + spaced / WORDS_A_MINUTE),
  )
  return { words: characters + spaced, minutes }
}
