import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { POST_LANGUAGES, type PostLanguage } from '#features/publishing/posts/language.ts'
import { DAY, SECOND } from '#kernel/clock.ts'

/** The language of the posts that a reader wants in lists, from the cookie; null for all languages. */
export function listLanguageOf(cookies: string | null | undefined): PostLanguage | null {
  const cookie = cookies?.includes('reads=') ? parse(cookies, 'reads').reads : undefined
  return POST_LANGUAGES.find((language) => language === cookie) ?? null
}

export const LIST_LANGUAGES = ['all', ...POST_LANGUAGES] as const
export type ListLanguage = (typeof LIST_LANGUAGES)[number]

export function rememberListLanguage(c: Context, choice: ListLanguage): void {
  const options = { path: '/', sameSite: 'Lax' } as const
  if (choice === 'all') deleteCookie(c, 'reads', options)
  else setCookie(c, 'reads', choice, { ...options, maxAge: (365 * DAY) / SECOND })
}

/** A link that sets the language cookie and redirects to `list`. */
export function listLanguagePath(choice: ListLanguage, list: string): string {
  return `/list-language?${new URLSearchParams({ reads: choice, next: list })}`
}
