import { type ReferenceText, referenceTexts } from '#features/pages/api-reference/text.ts'
import { ApiOperation, Method, Schema } from '#features/pages/api-reference/views-operation.tsx'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { LinkButton, PageHead } from '#web/components/elements.tsx'
import { type JsonSchema, type OpenApiDocument, type Route, routesByTag } from '#web/openapi/document.ts'

interface ApiReferenceProps {
  /** An OpenAPI 3.1 document. */
  document: object
  language: Language
}

/** Stands for the origin of the site, because the rendered reference is cached. */
export const ORIGIN = '{origin}'

/** The API reference on one page, rendered on the server from the OpenAPI document. Needs no JavaScript. */
export function ApiReference({ document, language }: ApiReferenceProps) {
  const text = referenceTexts[language]
  const openApi = document as OpenApiDocument
  const groups = [...routesByTag(openApi)]
  const schemas = Object.entries(openApi.components?.schemas ?? {})
  return (
    <div class="reference">
      {/* Only this page uses this stylesheet. */}
      <link rel="stylesheet" href={asset('reference.css')} />
      <PageHead title={text.title} lead={text.lead}>
        <p>{text.tokens}</p>
        <p>{text.language}</p>
        <pre class="reference-example">
          <code>{`curl -H "Authorization: Bearer joule_…" -H "Accept-Language: ${language}" ${ORIGIN}/api/level/info`}</code>
        </pre>
        <p class="form-actions">
          <LinkButton href="/settings?tab=tokens" kind="small" icon="key" label={text.makeToken} />
          <LinkButton href="/api/openapi.json" kind="small" icon="download" label={text.document} />
        </p>
      </PageHead>
      <Contents groups={groups} schemas={schemas.map(([name]) => name)} text={text} />
      <div class="reference-body">
        {groups.map(([tag, routes]) => (
          <section class="stack" aria-labelledby={`tag-${tag}`}>
            <h2 id={`tag-${tag}`}>{tag}</h2>
            {routes.map((route) => (
              <ApiOperation route={route} text={text} />
            ))}
          </section>
        ))}
        <Schemas schemas={schemas} text={text} />
      </div>
    </div>
  )
}

function Contents({ groups, schemas, text }: { groups: [string, Route[]][]; schemas: string[]; text: ReferenceText }) {
  return (
    <nav class="reference-contents" aria-label={text.contents}>
      <details open>
        <summary>{text.contents}</summary>
        {groups.map(([tag, routes]) => (
          <>
            <a class="contents-tag" href={`#tag-${tag}`}>
              {tag}
            </a>
            <ul class="contents-list" lang="en">
              {routes.map(({ id, method, path }) => (
                <li>
                  <a class="contents-link" href={`#${id}`}>
                    <Method name={method} />
                    <span>{breakable(path)}</span>
                  </a>
                </li>
              ))}
            </ul>
          </>
        ))}
        {schemas.length > 0 && (
          <a class="contents-tag" href="#schemas">
            {text.schemas}
          </a>
        )}
      </details>
    </nav>
  )
}

function Schemas({ schemas, text }: { schemas: [string, JsonSchema][]; text: ReferenceText }) {
  if (schemas.length === 0) return null
  return (
    <section class="stack" aria-labelledby="schemas">
      <h2 id="schemas">{text.schemas}</h2>
      {schemas.map(([name, schema]) => (
        <article class="card" id={`schema-${name}`} aria-labelledby={`schema-${name}-heading`}>
          <h3 id={`schema-${name}-heading`}>{name}</h3>
          <Schema schema={schema} text={text} />
        </article>
      ))}
    </section>
  )
}

/** Allows line breaks before slashes in long paths. */
function breakable(path: string) {
  return path
    .split('/')
    .slice(2)
    .map((part) => (
      <>
        <wbr />/{part}
      </>
    ))
}
