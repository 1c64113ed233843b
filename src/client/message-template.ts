import { isRecord } from '#client/api-error.ts'
import type { Language } from '#kernel/i18n.ts'

/** Fills `{user.display_name}` and `{purge_at:date}` with fields of the API's answer. */
export function filledIn(template: string, answer: unknown, language: Language): string {
  return template.replace(/\{([\w.]+)(:date)?\}/g, (_, path: string, isDate: string | undefined) => {
    const value = path.split('.').reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), answer)
    return isDate && typeof value === 'string' ? longDate(value, language) : String(value ?? '')
  })
}

export function longDate(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(moment))
}
