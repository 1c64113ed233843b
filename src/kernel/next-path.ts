const PATH_MAX = 2000

/**
 * The path to open after login: a path of this site, else the home page. Used in the browser and on
 * the server.
 */
export function safeNext(raw: string | null | undefined): string {
  if (typeof raw !== 'string' || raw.length > PATH_MAX || !raw.startsWith('/')) return '/'
  // Browsers treat a backslash as a slash and drop tabs and line breaks. Both can turn a path into
  // another host.
  if (raw.startsWith('//') || /[\\\p{Cc}]/u.test(raw) || !URL.canParse(raw, HERE)) return '/'
  const { origin, pathname, search, hash } = new URL(raw, HERE)
  // `/..//evil.example` has its double slash only after resolution.
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : '/'
}

/** The login page that returns to `next` afterwards. */
export function loginPath(next: string): string {
  return `/login?next=${encodeURIComponent(next)}`
}

export function confirmPath(next: string): string {
  return `/confirm?next=${encodeURIComponent(next)}`
}

const HERE = 'https://joule.invalid'
