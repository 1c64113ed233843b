import { exportOfApp } from '../../../scripts/api-client/document.ts'
import type { PageRoute } from '../../../tools/prove/fuzz/page-routes.ts'

type PageQuery = [path: string, name: string, maxLength: number | undefined]

/** The query parameters of all pages, read from the app, because the OpenAPI document has no pages. */
export async function pageQueries(): Promise<PageQuery[]> {
  const { pages } = await exportOfApp<{ pages: () => PageRoute[] }>(`
    import { createApp } from '#app'
    import { pageRoutes } from './tools/prove/fuzz/page-routes.ts'
    export const pages = () => pageRoutes(createApp().routes)
  `)
  const reads = pages().filter(({ method }) => method === 'GET')
  return reads.flatMap(({ path, asked, maxLengths }) => asked.map((name): PageQuery => [path, name, maxLengths[name]]))
}
