import { Hono } from 'hono'
import { raw } from 'hono/html'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { ApiReference, ORIGIN } from '#features/pages/api-reference/views.tsx'
import { escapeText } from '#kernel/html/entities.ts'
import type { Language } from '#kernel/i18n.ts'
import { withoutViewer } from '#web/guards/viewer-facts.ts'
import { doc, read } from '#web/openapi/doc.ts'
import { openApiDocument } from '#web/openapi/openapi.ts'
import { siteOrigin } from '#web/site-origin.ts'

/** The OpenAPI document and the API reference page. Both are made once per isolate: they take 90 and 230 ms of CPU time. */
export function apiReference(app: Hono<AppEnv>): Hono<AppEnv> {
  let document: object | undefined
  const documentOfApp = () => {
    document ??= openApiDocument(app)
    return document
  }
  let json: string | undefined
  const references = new Map<Language, string>()
  return new Hono<AppEnv>()
    .get(
      '/openapi.json',
      read('getOpenApiDocument', { tag: 'openapi.json', tokens: true }),
      withoutViewer,
      doc('Get the OpenAPI document', { 200: 'application/json' }),
      (c) => {
        json ??= JSON.stringify(documentOfApp())
        return c.body(json, 200, { 'Content-Type': 'application/json' })
      },
    )
    .get(
      '/docs',
      read('getApiReference', { tag: 'docs', tokens: true }),
      doc('API reference page', { 200: 'text/html' }),
      (c) => {
        const { language } = c.var
        const reference =
          references.get(language) ?? String(<ApiReference document={documentOfApp()} language={language} />)
        references.set(language, reference)
        return page(c, { title: 'API' }, raw(reference.replace(ORIGIN, () => escapeText(siteOrigin(c)))))
      },
    )
}
