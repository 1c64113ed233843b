import * as z from 'zod'
import { factOf } from '#web/openapi/route-facts.ts'
import { isPagePath } from '#web/paths.ts'

export interface PageRoute {
  method: string
  path: string
  /** The names of the query parameters that the page reads. */
  asked: string[]
}

/** The pages among the routes of the app. The OpenAPI document does not contain them. */
export function pageRoutes(
  routes: { method: string; path: string; handler: object }[],
): PageRoute[] {
  const pages = new Map<string, PageRoute>()
  for (const { method, path, handler } of routes) {
    if (method === 'ALL' || !isPagePath(path, method)) continue
    const page = pages.get(`${method} ${path}`) ?? { method, path, asked: [] }
    page.asked.push(...inSchema(handler), ...inSource(handler))
    pages.set(`${method} ${path}`, page)
  }
  return [...pages.values()]
}

function inSchema(handler: object): string[] {
  const { input } = factOf(handler)
  if (input?.in !== 'query') return []
  return Object.keys(
    z.toJSONSchema(input.schema, { io: 'input', unrepresentable: 'any' }).properties ?? {},
  )
}

/**
 * Pages with lenient queries have no schema and parse the URL themselves, so their names are found
 * in the source text.
 */
function inSource(handler: object): string[] {
  const source = String(handler)
  const names = [...source.matchAll(/\.req\.quer(?:y|ies)\(["'](\w+)["']\)/g)].map(
    ([, name = '']) => name,
  )
  return source.includes('nextOf') ? [...names, 'next'] : names
}
