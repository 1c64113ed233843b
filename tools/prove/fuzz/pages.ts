import { exportOfApp } from '../../../scripts/api-client/document.ts'
import type { OpenApiDocument } from '../../../src/web/openapi/document.ts'
import type { PageRoute } from './page-routes.ts'

/** The pages, described as in an OpenAPI document. */
export async function pagePaths(): Promise<OpenApiDocument['paths']> {
  const { pages } = await exportOfApp<{ pages: () => PageRoute[] }>(PAGES)
  const paths: OpenApiDocument['paths'] = {}
  for (const { method, path, asked } of pages()) {
    const template = path.replace(/:(\w+)(\{[^}]*\})?/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: operation(method, template, asked) }
  }
  return paths
}

const PAGES = `
  import { createApp } from '#app'
  import { pageRoutes } from './tools/prove/fuzz/page-routes.ts'
  export const pages = () => pageRoutes(createApp().routes)
`

function operation(method: string, path: string, asked: string[]) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const text = { type: 'string', maxLength: 100 }
  const fields = Object.fromEntries(['email', 'token', 'next', 'lang', 'theme'].map((name) => [name, text]))
  return {
    parameters: [
      ...inPath.map((name) => ({ name, in: 'path' as const, required: true, schema: text })),
      ...asked.map((name) => ({ name, in: 'query' as const, schema: text })),
    ],
    ...(method === 'POST' && {
      requestBody: {
        content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties: fields } } },
      },
    }),
    responses: { default: { content: { '*/*': {} } } },
  }
}
