import type { Language } from '#kernel/i18n.ts'
import { Icon, type IconName } from '#web/components/icon.tsx'

interface StatProps {
  icon: IconName
  value: number
  /** The label for screen readers. */
  label: string
  language: Language
  /** In the site's own colour, for what matters most. */
  warm?: boolean
}

/** A number beside the icon of what it counts. */
export function Stat({ icon, value, label, language, warm }: StatProps) {
  return (
    <span class={warm ? 'stat warm' : 'stat'} title={`${value} ${label}`}>
      <Icon name={icon} />
      {compact(value, language)}
      <span class="visually-hidden"> {label}</span>
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
