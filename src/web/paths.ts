/** `/api` itself and all below it. */
export function isUnderApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** Whether a path is answered with a page, refusals included. The API reference is a page to whoever reads it. */
export function isPagePath(path: string, method = 'GET'): boolean {
  return !isUnderApi(path) || (path === '/api/docs' && (method === 'GET' || method === 'HEAD'))
}
