import { parse } from 'hono/utils/cookie'
import { chooseLanguage, type Language } from '#kernel/i18n.ts'

/** The language of a request: from its cookie, else from its header. */
export function languageOf(cookies: string | null, acceptLanguage: string | null): Language {
  const cookie = cookies?.includes('lang=') ? parse(cookies, 'lang').lang : undefined
  return chooseLanguage(cookie, acceptLanguage ?? undefined)
}
