const PATH_MAX = 2000

/** Where to go after login: a path of this site, else the home page. Browser and server share it. */
export function safeNext(raw: string | null | undefined): string {
  if (typeof raw !== 'string' || raw.length > PATH_MAX || !raw.startsWith('/')) return '/'
  // Browsers read a backslash as a slash and drop tabs and line breaks: both can turn a path into another host.
  if (raw.startsWith('//') || /[\\\p{Cc}]/u.test(raw) || !URL.canParse(raw, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(raw, HERE)
  // `/..//evil.example` only shows its double slash once it is resolved.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/** The login page that leads back to `next` afterwards. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

const HERE = 'https://joule.invalid'
