export const LANGUAGES = ['zh-CN', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
/** The default language of a site whose owner has not chosen another one. */
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

/** A string, or a function that inserts values. */
type Phrase = string | ((...details: never[]) => string)
/** Each text in Chinese and in English. */
type Pairs = { readonly [key: string]: readonly [zh: Phrase, en: Phrase] | Pairs }
/** The names of the placeholders of a text: `'a' | 'b'` for `'{a} and {b}'`. */
export type PlaceholdersIn<Text extends string> =
  Text extends `${string}{${infer Name}}${infer Rest}` ? Name | PlaceholdersIn<Rest> : never

/** The placeholders of all these texts. */
export type PlaceholdersOf<Texts extends Readonly<Record<string, string>>> = {
  [Name in keyof Texts]: PlaceholdersIn<Texts[Name]>
}[keyof Texts]

/** A text with placeholders keeps its literal type, so that `filled` can check the placeholders. */
type StringOrTemplate<Text extends string> = [PlaceholdersIn<Text>] extends [never] ? string : Text

/**
 * A pair of two strings, or of two functions with the same parameters; another pair does not
 * compile where it is used.
 */
type PhraseOf<Zh, En> = Zh extends string
  ? En extends string
    ? StringOrTemplate<Zh | En>
    : never
  : En extends Zh
    ? Zh
    : never
type InOneLanguage<T> = {
  readonly [K in keyof T]: T[K] extends readonly [infer Zh, infer En]
    ? PhraseOf<Zh, En>
    : InOneLanguage<T[K]>
}

/**
 * The texts of one feature by language, made from pairs. A missing translation does not compile.
 */
export function bilingual<const T extends Pairs>(pairs: T): Record<Language, InOneLanguage<T>> {
  return { 'zh-CN': oneOf(pairs, 0), en: oneOf(pairs, 1) } as Record<Language, InOneLanguage<T>>
}

function oneOf(pairs: Pairs, n: 0 | 1): object {
  return Object.fromEntries(
    Object.entries(pairs).map(([key, value]) => {
      if (!Array.isArray(value)) return [key, oneOf(value as Pairs, n)]
      const phrase = value[n]
      return [key, n === 0 && typeof phrase === 'function' ? withoutSpaces(phrase) : phrase]
    }),
  )
}

/**
 * Chinese sentences have a space around an inserted value, because most values are numbers or Latin
 * names. Around a Chinese name there is none.
 */
function withoutSpaces(phrase: (...details: never[]) => string) {
  return (...details: never[]): string => {
    const text: unknown = phrase(...details)
    const hasName = details.some((detail) => typeof detail === 'string')
    return hasName && typeof text === 'string' ? text.replace(BETWEEN_HAN, '') : (text as string)
  }
}

const BETWEEN_HAN = /(?<=\p{Script=Han}) (?=\p{Script=Han})/gu

/** A text that the owner writes in both languages. Null if it is missing in this language. */
export interface OwnText {
  zh: string | null
  en: string | null
}

/** The text in a language, or in the other language if this one is missing. */
export function inLanguage({ zh, en }: OwnText, language: Language): string | null {
  return language === 'en' ? (en ?? zh) : (zh ?? en)
}

/** The values that a template needs. Those of a template from a page are not known here. */
type FactsOf<Template extends string> = string extends Template
  ? Record<string, string | number>
  : Record<PlaceholdersIn<Template>, string | number>

/**
 * Replaces `{name}` by its value. Placeholders without a value stay. A space between Chinese text
 * and a Chinese value is dropped, as in `withoutSpaces`.
 */
export function filled<Template extends string>(
  template: Template,
  facts: NoInfer<FactsOf<Template>>,
): string {
  const values: Record<string, string | number> = facts
  return template.replace(PLACEHOLDER, (gap, before, name, after, at: number) => {
    const value = values[name]
    if (value === undefined) return gap
    const text = String(value)
    const isChinese = (character: string | undefined) => HAN.test(character ?? '')
    const left = isChinese(template[at - 1]) && isChinese(text[0]) ? '' : before
    const right = isChinese(text.at(-1)) && isChinese(template[at + gap.length]) ? '' : after
    return left + text + right
  })
}

const PLACEHOLDER = /( ?)\{(\w+)\}( ?)/g
const HAN = /\p{Script=Han}/u

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** The languages that the owner of a site offers, and the one for readers without a choice. */
export interface SiteLanguages {
  readonly offered: readonly Language[]
  readonly fallback: Language
}

/** The languages of a site whose owner has not chosen. */
export const ALL_LANGUAGES: SiteLanguages = { offered: LANGUAGES, fallback: DEFAULT_LANGUAGE }

/** What a request says about the language that its reader wants. */
export interface AskedLanguage {
  /** The parameter `lang` of the address. */
  address?: Language | null
  cookie?: string | undefined
  acceptLanguage?: string | undefined
}

/**
 * The language of a response: from the address, else from the `lang` cookie, else the first offered
 * language of `Accept-Language`, else the default of the site. A site with one language ignores the
 * request.
 */
export function chooseLanguage(
  site: SiteLanguages,
  { address, cookie, acceptLanguage }: AskedLanguage,
): Language {
  if (site.offered.length === 1) return site.fallback
  if (address) return address
  if (isLanguage(cookie)) return cookie
  return acceptedLanguage(acceptLanguage) ?? site.fallback
}

/** A language that was stored earlier. If the site no longer offers it, the default of the site. */
export function offeredLanguage(site: SiteLanguages, stored: Language): Language {
  return site.offered.includes(stored) ? stored : site.fallback
}

/** The first language of `Accept-Language` that Joule has, or null. */
export function acceptedLanguage(acceptLanguage: string | undefined): Language | null {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)$/.exec(p)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { tag } of wanted) {
    if (tag === 'zh' || tag.startsWith('zh-')) return 'zh-CN'
    if (tag === 'en' || tag.startsWith('en-')) return 'en'
  }
  return null
}
