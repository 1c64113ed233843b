import { ALIASES, ruleOf } from '#kernel/html/allow-list.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'
import type { Language } from '#kernel/i18n.ts'
import { countWords } from '#kernel/word-count.ts'

/** What a reader reads: the text without markup, a line for each block. */
export function textOf(html: string): string {
  return textOfTokens(tokensOf(html))
}

export function textOfTokens(tokens: Iterable<Token>): string {
  let text = ''
  for (const token of tokens) text += token.type === 'text' ? token.text.replace(/\s+/g, ' ') : borderOf(token.name)
  return text
    .replace(/ +/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
}

export function readingMinutes(html: string): number {
  return countWords(textOf(html)).minutes
}

/** The language a text is probably written in, by its script: how it is read out, broken into lines and spaced. */
export function languageOfText(text: string): 'zh-CN' | 'ja' | 'ko' | 'en' {
  if (!OTHER_THAN_LATIN.test(text)) return 'en'
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  // An English text may quote a Chinese word, and a Chinese one is full of English names.
  const few = count(/\p{Script=Latin}/gu) / 8
  if (KANA_OR_HANGUL.test(text)) {
    if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > few) return 'ja'
    if (count(/\p{Script=Hangul}/gu) > few) return 'ko'
  }
  return count(/\p{Script=Han}/gu) > few ? 'zh-CN' : 'en'
}

/** Found at the first of its characters: most English texts are told by this alone, and nothing is counted. */
const OTHER_THAN_LATIN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}]/u
const KANA_OR_HANGUL = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

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
