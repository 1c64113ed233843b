import type { Language } from '#kernel/i18n.ts'

interface StatProps {
  /** Drawn by the style sheet: twenty cards would repeat an element of its own eighty times. */
  drawing: 'heart' | 'comment' | 'bookmark' | 'bolt'
  value: number
  /** The label for screen readers. */
  label: string
  language: Language
  /** In the site's own colour, for what matters most. */
  warm?: boolean
}

/** A number beside the drawing of what it counts, in a line of class `stats`. */
export function Stat({ drawing, value, label, language, warm }: StatProps) {
  return (
    <span class={`i-${drawing}${warm ? ' warm' : ''}`}>
      {compact(value, language)}
      <i> {label}</i>
    </span>
  )
}

/** 1,234 as 1.2K, or 1.2万 from ten thousand on. */
export function compact(value: number, language: Language): string {
  return FORMATS[language].format(value)
}

const FORMATS = { 'zh-CN': formatOf('zh-CN'), en: formatOf('en') } satisfies Record<Language, Intl.NumberFormat>

function formatOf(language: Language): Intl.NumberFormat {
  return new Intl.NumberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
}
