import type { Context } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import { POST_LANGUAGES, type PostLanguage } from '#features/publishing/posts/language.ts'
import { DAY, SECOND } from '#kernel/clock.ts'

/** The language of the posts that a reader wants in lists, from the cookie; null for all languages. */
export function readsOf(cookies: string | null | undefined): PostLanguage | null {
  const cookie = cookies?.includes('reads=') ? parse(cookies, 'reads').reads : undefined
  return POST_LANGUAGES.find((language) => language === cookie) ?? null
}

export const READS_CHOICES = ['all', ...POST_LANGUAGES] as const
export type ReadsChoice = (typeof READS_CHOICES)[number]

export function rememberReads(c: Context, choice: ReadsChoice): void {
  const options = { path: '/', sameSite: 'Lax' } as const
  if (choice === 'all') deleteCookie(c, 'reads', options)
  else setCookie(c, 'reads', choice, { ...options, maxAge: (365 * DAY) / SECOND })
}

/** A link that sets the language cookie and redirects to `list`. */
export function readsPath(choice: ReadsChoice, list: string): string {
  return `/look?${new URLSearchParams({ reads: choice, next: list })}`
}
