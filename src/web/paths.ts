/** `/api` itself and all below it. */
export function isUnderApi(path: string): boolean {
  return path === '/api' || path.startsWith('/api/')
}

/** What is answered with a page, refusals included. The reference of the API is one. */
export function isPagePath(path: string): boolean {
  return !isUnderApi(path) || path === '/api/docs'
}
