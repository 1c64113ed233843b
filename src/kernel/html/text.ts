import { ALIASES, ruleOf } from '#kernel/html/allow-list.ts'
import { type Token, tokensOf } from '#kernel/html/tokens.ts'
import type { Language } from '#kernel/i18n.ts'
import { countWords } from '#kernel/word-count.ts'

/** The text without markup, one line per block. */
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

/** The probable language of a text, by its script. For the `lang` attribute. */
export function languageOfText(text: string): 'zh-CN' | 'ja' | 'ko' | 'en' {
  if (!OTHER_THAN_LATIN.test(text)) return 'en'
  const count = (script: RegExp) => text.match(script)?.length ?? 0
  // An English text may quote Chinese words, and a Chinese text often contains English names.
  const few = count(/\p{Script=Latin}/gu) / 8
  if (KANA_OR_HANGUL.test(text)) {
    if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > few) return 'ja'
    if (count(/\p{Script=Hangul}/gu) > few) return 'ko'
  }
  return count(/\p{Script=Han}/gu) > few ? 'zh-CN' : 'en'
}

/** Matches at the first non-Latin character, so most English texts need no counting. */
const OTHER_THAN_LATIN = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Han}]/u
const KANA_OR_HANGUL = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** The `lang` attribute of a text on a page in this language; undefined if both are the same. */
export function foreignLanguage(text: string, page: Language): string | undefined {
  const own = languageOfText(text)
  return own === page ? undefined : own
}

/** The separator between two pieces of text with a tag between them. */
export function borderOf(name: string): string {
  const kind = ruleOf(ALIASES.get(name) ?? name)?.kind
  if (name === 'br') return '\n'
  if (kind === 'cell') return ' '
  return kind === undefined || kind === 'inline' || kind === 'leaf' ? '' : '\n'
}
