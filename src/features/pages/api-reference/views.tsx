import type { Child, PropsWithChildren } from 'hono/jsx'
import { referenceFound, referenceSearch, tryDialog } from '#features/pages/api-reference/hooks.ts'
import { type ReferenceText, referenceTexts } from '#features/pages/api-reference/text.ts'
import {
  ApiOperation,
  Method,
  ORIGIN,
  Schema,
} from '#features/pages/api-reference/views-operation.tsx'
import { ERROR_STATUS, type ErrorCode, errorMessage } from '#kernel/errors.ts'
import type { Language } from '#kernel/i18n.ts'
import { RATE_RULES } from '#kernel/rate-limits.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { asset } from '#web/assets.ts'
import { DialogActions, LinkButton, PageHead } from '#web/components/elements.tsx'
import { Field, TextField } from '#web/components/fields.tsx'
import { Table } from '#web/components/lists.tsx'
import type { JsonSchema, Route } from '#web/openapi/document.ts'

type Groups = Map<string, Route[]>

/** `q` is the text of a search; empty for all operations. */
export function ReferenceIndex({
  groups,
  q,
  language,
}: {
  groups: Groups
  q: string
  language: Language
}) {
  const text = referenceTexts[language]
  const words = q.toLowerCase().split(/\s+/)
  const found = new Map(
    [...groups].flatMap(([group, routes]) => {
      const matching = routes.filter((route) =>
        words.every((word) => wordsOf(route).includes(word)),
      )
      return matching.length === 0 ? [] : [[group, matching] as const]
    }),
  )
  return (
    <Frame
      title={text.title}
      lead={text.lead}
      head={<Intro {...{ text, language }} />}
      groups={groups}
      text={text}
    >
      <search>
        <form action="/api/docs" class="form narrow" {...referenceSearch()}>
          <Field name="q" label={text.search} value={q} maxlength={QUERY_MAX} autocomplete="off" />
        </form>
      </search>
      <div class="stack" aria-live="polite" {...referenceFound()}>
        {found.size === 0 && <p>{text.nothingFound}</p>}
        {[...found].map(([group, routes]) => (
          <section class="stack" aria-labelledby={`group-${group}`}>
            <h2 id={`group-${group}`}>
              <a href={groupPath(group)}>{nameOf(group, text)}</a>
            </h2>
            <RouteList routes={routes} page={groupPath(group)} />
          </section>
        ))}
        {q === '' && (
          <>
            <Rows
              id="errors"
              title={text.errors}
              lead={text.errorsLead}
              head={text.errorHead}
              rows={codes.map((code) => [
                <code id={`error-${code}`}>{code}</code>,
                ERROR_STATUS[code],
                errorMessage(code, language),
              ])}
            />
            <Rows
              id="limits"
              title={text.limits}
              lead={text.limitsLead}
              head={text.limitHead}
              rows={Object.entries(RATE_RULES).map(([rule, { most, seconds, block }]) => [
                <code>{rule}</code>,
                text.every(most, seconds),
                block ? text.blocked(block.seconds) : '',
              ])}
            />
          </>
        )}
      </div>
    </Frame>
  )
}

const codes = Object.keys(ERROR_STATUS) as ErrorCode[]

function wordsOf({ method, path, operation }: Route): string {
  return `${method} ${path} ${operation.operationId} ${operation.description}`.toLowerCase()
}

interface GroupProps {
  groups: Groups
  group: string
  routes: Route[]
  schemas: [string, JsonSchema][]
  language: Language
}

export function ReferenceGroup({ groups, group, routes, schemas, language }: GroupProps) {
  const text = referenceTexts[language]
  return (
    <Frame
      title={nameOf(group, text)}
      head={<a href="/api/docs">{text.title}</a>}
      {...{ groups, group, text }}
    >
      <section class="stack" aria-labelledby="endpoints">
        <h2 id="endpoints">{text.contents}</h2>
        {routes.map((route) => (
          <ApiOperation route={route} text={text} />
        ))}
      </section>
      <Schemas schemas={schemas} text={text} />
      <TryDialog text={text} />
    </Frame>
  )
}

/** The page has one such element for all operations. */
function TryDialog({ text }: { text: ReferenceText }) {
  return (
    <dialog
      class="dialog try"
      {...tryDialog({ failed: text.noResponse })}
      aria-labelledby="try-title"
    >
      <h2 id="try-title">{text.tryIt}</h2>
      <p class="soft">{text.tryLead}</p>
      <form class="form">
        <Field
          name="request"
          label={text.request}
          required
          pattern="(GET|POST|PUT|DELETE) /api/\S+"
        />
        <Field name="token" label={text.token} placeholder="joule_…" hint={text.tokenHint} />
        <TextField name="body" label={text.body} rows={4} autocomplete="off" />
        <output class="reference-example" />
        <DialogActions cancel={text.close} submit={text.send} />
      </form>
    </dialog>
  )
}

interface FrameProps {
  title: string
  lead?: string
  head: Child
  groups: Groups
  group?: string
  text: ReferenceText
}

function Frame({
  title,
  lead,
  head,
  groups,
  group: current,
  text,
  children,
}: PropsWithChildren<FrameProps>) {
  return (
    <div class="reference stack">
      <link rel="stylesheet" href={asset('reference.css')} />
      <PageHead title={title} {...(lead !== undefined && { lead })}>
        {head}
      </PageHead>
      <nav class="reference-contents small" aria-label={text.contents}>
        <details>
          <summary>{text.contents}</summary>
          {[...groups].map(([group, routes]) => (
            <>
              <a
                class="contents-tag soft"
                href={groupPath(group)}
                aria-current={group === current ? 'page' : undefined}
              >
                {nameOf(group, text)}
              </a>
              {group === current && <RouteList routes={routes} page="" />}
            </>
          ))}
        </details>
      </nav>
      <div class="reference-body">{children}</div>
    </div>
  )
}

function Intro({ text, language }: { text: ReferenceText; language: Language }) {
  return (
    <>
      <p>{text.tokens}</p>
      <p>{text.language}</p>
      <pre class="reference-example">
        <code>{`curl -H "Authorization: Bearer joule_…" -H "Accept-Language: ${language}" ${ORIGIN}/api/level/info`}</code>
      </pre>
      <p class="form-actions">
        <LinkButton href="/settings?tab=tokens" kind="small" icon="key" label={text.makeToken} />
        <LinkButton href="/api/openapi.json" kind="small" icon="download" label={text.document} />
      </p>
    </>
  )
}

/** The name of a group: that of its tag, and the area of a tag with many routes. */
export function nameOf(group: string, text: ReferenceText): string {
  const names: Record<string, string> = text.groups
  const whole = names[group]
  if (whole !== undefined) return whole
  const [tag = '', ...area] = group.split('-')
  return [names[tag] ?? tag, ...(area.length > 0 ? [area.join(' ')] : [])].join(' · ')
}

const groupPath = (group: string) => `/api/docs/${group}`

function RouteList({ routes, page }: { routes: Route[]; page: string }) {
  return (
    <ul class="contents-list" lang="en">
      {routes.map(({ id, method, path }) => (
        <li>
          <a class="contents-link" href={`${page}#${id}`}>
            <Method name={method} />
            <span>{breakable(path)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

interface RowsProps {
  id: string
  title: string
  lead: string
  head: Readonly<Record<string, string>>
  rows: Child[][]
}

function Rows({ id, title, lead, head, rows }: RowsProps) {
  return (
    <div class="stack">
      <h2 id={id}>{title}</h2>
      <p>{lead}</p>
      <Table label={title} columns={Object.values(head)} rows={rows} />
    </div>
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
