export const LANGUAGES = ['zh-CN', 'en'] as const
export type Language = (typeof LANGUAGES)[number]
export const DEFAULT_LANGUAGE: Language = 'zh-CN'

/** A string, or a function that inserts values. */
type Phrase = string | ((...details: never[]) => string)
type Phrases = { readonly [key: string]: Phrase | Phrases }
type SameKeys<T> = {
  readonly [K in keyof T]: T[K] extends Phrases ? SameKeys<T[K]> : T[K] extends string ? string : T[K]
}

/** Texts of one feature in every language. A missing key does not compile. */
type Texts<T> = Record<Language, T>

export function bilingual<const T extends Phrases>(texts: { 'zh-CN': T; en: SameKeys<T> }): Texts<SameKeys<T>> {
  return texts as Texts<SameKeys<T>>
}

/** Replaces `{name}` by its value. Placeholders without a value stay. */
export function filled(template: string, facts: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (gap, name: string) => String(facts[name] ?? gap))
}

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value)
}

/** The `lang` cookie, else the first supported language of `Accept-Language`. */
export function chooseLanguage(cookie: string | undefined, acceptLanguage: string | undefined): Language {
  if (isLanguage(cookie)) return cookie
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
  return DEFAULT_LANGUAGE
}
