/** `/api` and all paths below it. */
export function isUnderApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Whether a path answers with a page, errors included. The API reference is a page. */
export function isPagePath(path: string, method = 'GET'): boolean {
  return !isUnderApi(path) || (path === '/api/docs' && (method === 'GET' || method === 'HEAD'))
}
