import type { Language } from '#kernel/i18n.ts'

/** 1,234 as 1.2K, or 1.2万 from ten thousand on. */
export function compact(value: number, language: Language): string {
  return FORMATS[language].format(value)
}

const FORMATS = { 'zh-CN': formatOf('zh-CN'), en: formatOf('en') } satisfies Record<Language, Intl.NumberFormat>

function formatOf(language: Language): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
}
