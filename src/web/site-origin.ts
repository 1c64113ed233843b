import type { Bindings } from '#env'

/**
 * The scheme and host of the site, for links that leave it in a mail. Cloudflare passes only requests for the hosts of the
 * site to the Worker. A local run gets any `Host` that a client sends, so its mails never repeat it.
 */
export function siteOrigin(env: Pick<Bindings, 'ENVIRONMENT' | 'JOULE_ORIGIN'>, url: string): string {
  if (env.JOULE_ORIGIN) return new URL(env.JOULE_ORIGIN).origin
  const here = new URL(url)
  if (env.ENVIRONMENT === 'development') here.hostname = 'localhost'
  return here.origin
}
