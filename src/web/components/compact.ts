import type { Language } from '#kernel/i18n.ts'

/** 1,234 becomes 1.2K; from ten thousand on, 1.2万 in Chinese. */
export function compact(value: number, language: Language): string {
  // Fast path for numbers below 1,000: a list shows about a hundred of them.
  return value < 1000 && Number.isInteger(value) ? String(value) : FORMATS[language].format(value)
}

const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const
const FORMATS = {
  'zh-CN': new Intl.NumberFormat('zh-CN', SHORT),
  en: new Intl.NumberFormat('en', SHORT),
}
