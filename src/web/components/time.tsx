import type { Language } from '#kernel/i18n.ts'

interface TimeProps {
  value: string
  language: Language
  /**
   * A date alone stays as it is; a moment is turned into "3 minutes ago" by the browser, which knows the reader's zone.
   * A day is, too, but until then it is about as short as what it turns into.
   */
  show?: 'moment' | 'day' | 'date'
}

export function Time({ value, language, show = 'moment' }: TimeProps) {
  if (show === 'date') return <time datetime={value}>{longDate(value, language)}</time>
  return (
    <time datetime={value} data-relative>
      {FORMATS[language][show].format(new Date(value))}
    </time>
  )
}

export function longDate(value: string, language: Language): string {
  return FORMATS[language].date.format(new Date(value))
}

// Made once: a formatter costs far more to make than to use. The site's calendar is Shanghai's, and so is its clock.
const FORMATS = { 'zh-CN': formatsOf('zh-CN'), en: formatsOf('en') } satisfies Record<Language, unknown>

function formatsOf(language: Language) {
  const timeZone = 'Asia/Shanghai'
  return {
    date: new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone }),
    day: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone }),
    moment: new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  }
}
