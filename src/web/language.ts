import { parse } from 'hono/utils/cookie'
import { chooseLanguage, type Language } from '#kernel/i18n.ts'

/** The language a request wants: of its cookie, else of its header. */
export function languageOf(cookies: string | null, acceptLanguage: string | null): Language {
  const cookie = cookies?.includes('lang=') ? parse(cookies, 'lang').lang : undefined
  return chooseLanguage(cookie, acceptLanguage ?? undefined)
}
