import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { ApiReference } from '#features/pages/api-reference/views.tsx'
import { withoutViewer } from '#web/guards/viewer-facts.ts'
import { doc } from '#web/openapi/doc.ts'
import { openApiDocument } from '#web/openapi/openapi.ts'

/** The OpenAPI document and the API reference page. */
export function apiReference(app: Hono<AppEnv>): Hono<AppEnv> {
  return new Hono<AppEnv>()
    .get('/openapi.json', withoutViewer, doc('Get the OpenAPI document', { 200: 'application/json' }), (c) =>
      c.json(openApiDocument(app)),
    )
    .get('/docs', doc('API reference page', { 200: 'text/html' }), (c) =>
      page(c, { title: 'API' }, <ApiReference document={openApiDocument(app)} language={c.var.language} />),
    )
}
