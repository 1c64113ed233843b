import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { SPECULATION_RULES_HASH } from '#kernel/speculation-rules.ts'
import { FIRST_SCRIPTS } from '#web/assets.ts'
import { isHttps } from '#web/site-origin.ts'

/** On every response of the Worker. Assets get the same headers from `static/_headers`. */
export const securityHeaders = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const headers = c.res.headers
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', contentSecurityPolicy())
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
  headers.set('X-Frame-Options', 'DENY')
  headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=()')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  if (isHttps(c)) {
    headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
})

/** The policy of a page that needs one more directive. The page sets the header itself. */
export function policyWith(directive: string): string {
  return `${CONTENT_SECURITY_POLICY}; ${directive}`
}

/**
 * Hashes instead of nonces, because pages are cached. Charts and the editor need style attributes; nothing needs inline
 * style elements. `guest` is another origin whose scripts and frames the page uses.
 */
export function contentSecurityPolicy(guest?: string): string {
  return guest === undefined ? OWN_POLICY : policyWith(` ${guest}`, [`frame-src ${guest}`])
}

const policyWith = (scripts: string, more: string[]) =>
  [
    "default-src 'self'",
    `script-src 'self' '${FIRST_SCRIPTS.reading.hash}' '${FIRST_SCRIPTS.whole.hash}' '${SPECULATION_RULES_HASH}'${scripts}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data: blob:",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...more,
  ].join('; ')

const OWN_POLICY = policyWith('', [])
