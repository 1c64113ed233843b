import type { Language } from '#kernel/i18n.ts'
import { lazy } from '#kernel/lazy.ts'

/**
 * A short form of a number. 1,234 becomes 1.2K; in Chinese, numbers from ten thousand on become
 * 1.2万.
 */
export function compact(value: number, language: Language): string {
  // Most numbers are below 1,000, and a list shows about a hundred of them: do not format those.
  return value < 1000 && Number.isInteger(value) ? String(value) : FORMATS[language]().format(value)
}

const SHORT = { notation: 'compact', maximumFractionDigits: 1 } as const
const FORMATS = {
  'zh-CN': lazy(() => new Intl.NumberFormat('zh-CN', SHORT)),
  en: lazy(() => new Intl.NumberFormat('en', SHORT)),
}
