/** Whether a path is `/api` or below it. */
export function isUnderApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/**
 * The page path without its trailing slashes, or null if there is nothing to remove. Several
 * leading slashes become one, because a redirect to `//evil.example` would leave the site.
 */
export function withoutTrailingSlash(path: string): string | null {
  if (!path.endsWith('/')) return null
  let [start, end] = [0, path.length]
  while (path[start] === '/') start++
  while (path[end - 1] === '/') end--
  const shorter = `/${path.slice(start, Math.max(start, end))}`
  return isPagePath(shorter) ? shorter : null
}

/** Whether a path responds with a page, errors included. The API reference is a page. */
export function isPagePath(path: string, method = 'GET'): boolean {
  return (
    !isUnderApi(path) ||
    (/^\/api\/docs(?:\/[^/]+)?$/.test(path) && (method === 'GET' || method === 'HEAD'))
  )
}
