import type { Bindings } from '#env'

export interface OriginContext {
  env: Pick<Bindings, 'JOULE_ORIGIN'>
  req: { url: string }
}

/** A context whose request headers can be read, too. */
export type HeaderContext = OriginContext & { req: { header(name: string): string | undefined } }

/**
 * The scheme and host of the site. No other code reads them from a request, because behind a TLS
 * proxy the request has another scheme. Without `JOULE_ORIGIN` they are those of the request:
 * Cloudflare passes only requests for the hosts of the site to the Worker.
 */
export function siteOrigin({ env, req }: OriginContext): string {
  return new URL(env.JOULE_ORIGIN || req.url).origin
}

/** The host name of the site, to distinguish links to other sites from links to this one. */
export const siteHost = (c: OriginContext): string => new URL(siteOrigin(c)).hostname

/** Whether cookies are `Secure` and browsers must use only https. */
export const isHttps = (c: OriginContext): boolean => siteOrigin(c).startsWith('https:')

/**
 * The origin for links in a mail. `npm start` accepts any `Host` header that a client sends, so its
 * mails never repeat this header.
 */
export function mailLinkOrigin(c: OriginContext & { env: Pick<Bindings, 'ENVIRONMENT'> }): string {
  const origin = new URL(siteOrigin(c))
  if (c.env.ENVIRONMENT === 'development' && !c.env.JOULE_ORIGIN) origin.hostname = 'localhost'
  return origin.origin
}
