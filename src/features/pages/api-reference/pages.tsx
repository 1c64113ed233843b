import { type Context, Hono } from 'hono'
import { raw } from 'hono/html'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { referenceTexts } from '#features/pages/api-reference/text.ts'
import { AppError } from '#kernel/errors.ts'
import { escapeText } from '#kernel/html/entities.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { lazyViewer } from '#web/guards/access.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { groupsOf, type OpenApiDocument, type Route, schemasOf } from '#web/openapi/document.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, query } from '#web/validation/validate.ts'

const views = () => import('#features/pages/api-reference/views.tsx')

/**
 * The OpenAPI document and the API reference. Document and pages are made once per isolate, because
 * the document takes 90 ms of CPU time, and the examples are loaded with it.
 */
export function apiReference(app: Hono<AppEnv>): Hono<AppEnv> {
  let document: OpenApiDocument | undefined
  const documentOfApp = async () => {
    const { openApiDocument } = await import('#web/openapi/openapi.ts')
    // The views read a part of the document, which has a narrower type.
    document ??= openApiDocument(app) as unknown as OpenApiDocument
    return document
  }
  let groups: Map<string, Route[]> | undefined
  const groupsOfApp = async () => {
    groups ??= groupsOf(await documentOfApp())
    return groups
  }
  let json: string | undefined
  const rendered = new Map<string, string>()
  const show = async (
    c: Context<AppEnv>,
    title: string,
    key: string,
    render: () => string,
    scripts: string[] = [],
  ) => {
    await c.var.authentication.load()
    const html = rendered.get(key) ?? render()
    const { ORIGIN } = await import('#features/pages/api-reference/views-operation.tsx')
    // Searches are not stored: a query can have any value.
    if (!key.includes('?')) rendered.set(key, html)
    return page(c, { title, scripts }, raw(html.replaceAll(ORIGIN, escapeText(siteOrigin(c)))))
  }
  return new Hono<AppEnv>()
    .get(
      '/openapi.json',
      read('getOpenApiDocument', { tag: 'docs', tokens: true }),
      lazyViewer,
      doc('Get the OpenAPI document', { 200: 'application/json' }),
      async (c) => {
        json ??= JSON.stringify(await documentOfApp())
        return c.body(json, 200, { 'Content-Type': 'application/json' })
      },
    )
    .get(
      '/docs',
      read('getApiReference', { tag: 'docs', tokens: true }),
      lazyViewer,
      doc('Get the page of the API reference with its groups, errors and limits', {
        200: 'text/html',
      }),
      query(z.object({ q: z.string().trim().max(QUERY_MAX).optional() })),
      async (c) => {
        const { ReferenceIndex } = await views()
        const { language } = c.var
        const { q = '' } = c.req.valid('query')
        const props = { groups: await groupsOfApp(), q, language }
        return show(
          c,
          referenceTexts[language].title,
          `${language}${q && `?${q}`}`,
          () => String(<ReferenceIndex {...props} />),
          ['reference.js'],
        )
      },
    )
    .get(
      '/docs/:group',
      read('getApiReferenceOfGroup', { tag: 'docs', tokens: true }),
      lazyViewer,
      pageParam(z.object({ group: z.string() })),
      doc('Get the page of the API reference with the operations of one group', {
        200: 'text/html',
      }),
      async (c) => {
        const { nameOf, ReferenceGroup } = await views()
        const { language } = c.var
        const { group } = c.req.valid('param')
        const groups = await groupsOfApp()
        const routes = groups.get(group)
        if (routes === undefined) throw new AppError('not_found')
        const schemas = schemasOf(routes, await documentOfApp())
        const props = { groups, group, routes, schemas, language }
        return show(
          c,
          `${nameOf(group, referenceTexts[language])} · ${referenceTexts[language].title}`,
          `${language} ${group}`,
          () => String(<ReferenceGroup {...props} />),
          ['reference.js'],
        )
      },
    )
}
