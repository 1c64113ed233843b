import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'
import { FIRST_SCRIPTS } from '#web/assets.ts'
import { isHttps } from '#web/site-origin.ts'

/**
 * Sets the security headers of every response. Static files get the same headers from
 * `static/_headers`. `showsExternalImages` reads the setting of the site.
 */
export const securityHeaders = (showsExternalImages: (c: Context<AppEnv>) => Promise<boolean>) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const headers = c.res.headers
    if (!headers.has('Content-Security-Policy')) {
      // The headers of a 304 replace those of the page that the browser has stored.
      const isPage =
        c.res.status === 304 || (headers.get('Content-Type') ?? '').startsWith('text/html')
      const isWide = isPage && (await showsExternalImages(c))
      headers.set('Content-Security-Policy', isWide ? WIDE_POLICY : DEFAULT_POLICY)
    }
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    if (isHttps(c)) {
      headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
    }
  })

interface PageNeeds {
  /** Another origin whose scripts the page uses. */
  scripts?: string
  /** Directives that other pages do not have. */
  directives?: string[]
  externalImages?: boolean
}

/**
 * Scripts are allowed by hashes instead of nonces, because pages are cached. Charts and the editor
 * need style attributes; nothing needs inline style elements. A page with other needs sets the
 * header itself.
 */
export function contentSecurityPolicy({
  scripts,
  directives = [],
  externalImages = false,
}: PageNeeds = {}): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${SCRIPT_HASHES}${scripts ? ` ${scripts}` : ''}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self'${externalImages ? ' https:' : ''} data: blob:`,
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...directives,
  ].join('; ')
}

const SCRIPT_HASHES = `'${FIRST_SCRIPTS.reading.hash}' '${FIRST_SCRIPTS.whole.hash}' '${SPECULATION_RULES_HASH}'`
const DEFAULT_POLICY = contentSecurityPolicy()
const WIDE_POLICY = contentSecurityPolicy({ externalImages: true })
