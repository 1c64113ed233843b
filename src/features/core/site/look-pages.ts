import { Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { styleWithHash } from '#features/core/identity/own-css.ts'
import { DAY, SECOND } from '#kernel/clock.ts'
import { LANGUAGES } from '#kernel/i18n.ts'
import { cached } from '#web/cache/edge-cache.ts'
import { fromThisSite, lazyViewer, sameForAll } from '#web/guards/access.ts'
import { repeats } from '#web/openapi/doc.ts'
import { LANGUAGE_PARAMETER } from '#web/request-context.ts'
import { cameFrom, plainForm } from '#web/validation/plain-form.ts'

const YEAR = (365 * DAY) / SECOND

const LookInput = z.object({
  lang: z.enum(LANGUAGES).optional(),
  theme: z.enum(['light', 'dark', 'auto']).optional(),
})

/**
 * Sets the language, and the theme for browsers without JavaScript. With JavaScript,
 * client/behaviors/page.ts sets the theme.
 */
export const lookPages = new Hono<AppEnv>()
  .post('/look', repeats('idempotent'), fromThisSite, async (c) => {
    const { input } = await plainForm(c, LookInput)
    const options = { path: '/', sameSite: 'Lax', maxAge: YEAR } as const
    if (input?.lang) setCookie(c, 'lang', input.lang, options)
    if (input?.theme) setCookie(c, 'theme', input.theme, options)
    return c.redirect(input?.lang ? withoutLanguage(cameFrom(c)) : cameFrom(c), 303)
  })
  // The hash of the text is in the address, so browsers need not ask again.
  .get('/look/:file{[\\w-]{22}\\.css}', sameForAll, cached(), async (c) => {
    const css = await styleWithHash(c.var.db, c.req.param('file').replace('.css', ''))
    c.header('Content-Type', 'text/css; charset=utf-8')
    c.header('Cache-Control', `public, max-age=${YEAR}, immutable`)
    return c.body(css)
  })
  // The theme is a style sheet of its own, because cached pages are the same for all themes.
  .get('/look.css', lazyViewer, (c) => {
    const theme = getCookie(c, 'theme')
    c.header('Content-Type', 'text/css; charset=utf-8')
    c.header('Cache-Control', 'private, no-store')
    return c.body(theme === undefined ? '' : (SCHEMES[theme] ?? ''))
  })

/** `auto` is a rule too, because the default theme of the site may be light or dark. */
const SCHEMES: { [theme in string]?: string } = {
  light: ':root{color-scheme:light}',
  dark: ':root{color-scheme:dark}',
  auto: ':root{color-scheme:light dark}',
}

/** An address that chooses a language would hide the choice that its reader has just made. */
function withoutLanguage(path: string): string {
  const url = new URL(path, 'http://path.invalid')
  url.searchParams.delete(LANGUAGE_PARAMETER)
  return url.pathname + url.search
}
