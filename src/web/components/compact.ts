import type { Language } from '#kernel/i18n.ts'

/** 1,234 as 1.2K, or 1.2万 from ten thousand on. */
export function compact(value: number, language: Language): string {
  // Below a thousand it is the number itself, in both languages; most are, and a list has a hundred.
  return value < 1000 && Number.isInteger(value) ? String(value) : FORMATS[language].format(value)
}

const FORMATS = { 'zh-CN': formatOf('zh-CN'), en: formatOf('en') } satisfies Record<Language, Intl.NumberFormat>

function formatOf(language: Language): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
}
