import { isRecord } from '#client/api-error.ts'
import { bilingual, DEFAULT_LANGUAGE, isLanguage, type Language } from '#kernel/i18n.ts'

/** The language in which the server rendered the page. */
export function pageLanguage(): Language {
  const { lang } = document.documentElement
  return isLanguage(lang) ? lang : DEFAULT_LANGUAGE
}

export function clientText(): ClientText {
  return clientTexts[pageLanguage()]
}

export const clientTexts = bilingual({
  offline: [
    '连不上服务器，请检查网络后再试。',
    'The server cannot be reached. Check your connection and try again.',
  ],
  unreadable: [
    '服务器响应异常，请稍后再试。',
    'The server sent an invalid response. Please try again later.',
  ],
  retryIn: [
    (seconds: number) =>
      seconds < 90 ? `请在 ${seconds} 秒后再试。` : `请在 ${Math.ceil(seconds / 60)} 分钟后再试。`,
    (seconds: number) =>
      seconds < 90
        ? `Try again in ${seconds} seconds.`
        : `Try again in ${Math.ceil(seconds / 60)} minutes.`,
  ],
  cancel: ['取消', 'Cancel'],
  required: ['请填写这一项。', 'Please fill this in.'],
  email: ['请填写有效的邮箱地址。', 'Please enter a valid e-mail address.'],
  tooShort: [
    (min: number) => `至少需要 ${min} 个字符。`,
    (min: number) => `Use at least ${min} characters.`,
  ],
  tooLong: [
    (max: number) => `最多 ${max} 个字符。`,
    (max: number) => `Use at most ${max} characters.`,
  ],
  notTheSame: ['两次输入不一致。', 'The two entries do not match.'],
  justNow: ['刚刚', 'just now'],
})

export type ClientText = (typeof clientTexts)['en']

/** Fills `{user.display_name}` and `{purge_at:date}` with fields of the API's response. */
export function filledIn(template: string, response: unknown, language: Language): string {
  return template.replace(
    /\{([\w.]+)(:date)?\}/g,
    (_, path: string, isDate: string | undefined) => {
      const value = path
        .split('.')
        .reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), response)
      return isDate && typeof value === 'string' ? longDate(value, language) : String(value ?? '')
    },
  )
}

export function longDate(moment: string, language: Language): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(moment))
}
