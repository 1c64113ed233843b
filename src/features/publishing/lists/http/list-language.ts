import { type Context, Hono } from 'hono'
import { deleteCookie, setCookie } from 'hono/cookie'
import { parse } from 'hono/utils/cookie'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { POST_LANGUAGES, type PostLanguage } from '#features/publishing/posts/language.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { safeNext } from '#kernel/next-path.ts'
import { optionalViewer } from '#web/guards/access.ts'
import { query } from '#web/validation/validate.ts'

/**
 * The language that the reader chose for all lists, from the cookie `reads`. Null for all
 * languages.
 */
export function listLanguageOf(cookies: string | null | undefined): PostLanguage | null {
  const cookie = cookies?.includes('reads=') ? parse(cookies, 'reads').reads : undefined
  return POST_LANGUAGES.find((language) => language === cookie) ?? null
}

export const LIST_LANGUAGES = ['all', ...POST_LANGUAGES] as const
export type ListLanguage = (typeof LIST_LANGUAGES)[number]

function rememberListLanguage(c: Context, choice: ListLanguage): void {
  const options = { path: '/', sameSite: 'Lax' } as const
  if (choice === 'all') deleteCookie(c, 'reads', options)
  else setCookie(c, 'reads', choice, { ...options, maxAge: (365 * DAY) / SECOND })
}

export function listLanguagePath(choice: ListLanguage, list: string): string {
  return `/list-language?${new URLSearchParams({ reads: choice, next: list })}`
}

const ListLanguageQuery = z.object({
  reads: z.enum(LIST_LANGUAGES).catch('all'),
  next: z.string().optional().transform(safeNext),
})

// Every list of posts has a link to this path. Browsers do not prefetch it, because
// kernel/speculation-rules.ts does not include it.
export const listLanguagePages = new Hono<AppEnv>().get(
  '/list-language',
  optionalViewer,
  query(ListLanguageQuery),
  (c) => {
    const { reads, next } = c.req.valid('query')
    rememberListLanguage(c, reads)
    return c.redirect(next)
  },
)
