import type { Child, PropsWithChildren } from 'hono/jsx'
import { tryButton } from '#features/pages/api-reference/hooks.ts'
import type { ReferenceText } from '#features/pages/api-reference/text.ts'
import { isErrorCode } from '#kernel/errors.ts'
import { Badge, Button } from '#web/components/elements.tsx'
import {
  type Content,
  type JsonSchema,
  nameOfRef,
  type Operation,
  type Parameter,
  type Route,
} from '#web/openapi/document.ts'
import { COMMON_REFUSALS } from '#web/openapi/openapi.ts'

/** A placeholder for the origin of the site, because the rendered pages are cached. */
export const ORIGIN = '{origin}'

export function ApiOperation({ route, text }: { route: Route; text: ReferenceText }) {
  const { id, method, path, operation } = route
  const { description, parameters = [], requestBody, responses = {} } = operation
  const { calls, attempt } = callsOf(route)
  return (
    <article class="card operation stack loose" id={id} aria-labelledby={`${id}-heading`}>
      <h3 class="row" id={`${id}-heading`}>
        <Method name={method} />
        <code class="breaks" lang="en">
          {path}
        </code>
        <Access operation={operation} text={text} />
      </h3>
      {description && (
        <p class="soft" lang="en">
          {withCode(description)}
        </p>
      )}
      {parameters.length > 0 && (
        <Part title={text.parameters}>
          <Parameters parameters={parameters} text={text} />
        </Part>
      )}
      {requestBody && (
        <Part title={text.body}>
          <Body content={requestBody.content} text={text} />
        </Part>
      )}
      <Part title={text.call}>
        <div class="tabs-of-code">
          {Object.entries(calls).map(([name, code], at) => (
            <details name={`${id}-call`} open={at === 0}>
              <summary>{name}</summary>
              <Code text={code} />
            </details>
          ))}
        </div>
        {attempt && (
          <p>
            <Button {...tryButton(attempt)} kind="small needs-script" label={text.tryIt} />
          </p>
        )}
      </Part>
      <Part title={text.responses}>
        <ul class="responses stack tight small">
          {Object.entries(responses)
            .filter(isOwn)
            .map(([status, { description, content }]) => (
              <li>
                <span class={`status s${status[0]}`}>{status}</span>
                <div>
                  <p lang="en">{withCode(description ?? '')}</p>
                  {status.startsWith('2') && content && (
                    <>
                      <Body content={content} text={text} />
                      <Example content={content} text={text} />
                    </>
                  )}
                </div>
              </li>
            ))}
        </ul>
      </Part>
    </article>
  )
}

export function Method({ name }: { name: string }) {
  return <span class={`method ${name}`}>{name.toUpperCase()}</span>
}

function Access({ operation, text }: { operation: Operation; text: ReferenceText }) {
  const access = operation['x-access']
  if (access === undefined || !Object.hasOwn(text.access, access))
    return <Badge>{text.anyone}</Badge>
  const isRestricted = access === 'admin' || access === 'owner'
  return (
    <Badge tone={isRestricted ? 'danger' : 'accent'}>
      {text.access[access as keyof typeof text.access]}
    </Badge>
  )
}

function Part({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <div class="operation-part stack tight">
      <h4>{title}</h4>
      {children}
    </div>
  )
}

function Parameters({ parameters, text }: { parameters: Parameter[]; text: ReferenceText }) {
  return (
    <dl class="schema">
      {parameters.map(({ name, in: location, required, schema }) => (
        <>
          <dt>
            <code>{name}</code>
            <small>{required ? location : `${location}, ${text.optional}`}</small>
          </dt>
          <dd>
            <TypeName schema={schema ?? {}} text={text} />
          </dd>
        </>
      ))}
    </dl>
  )
}

function Body({ content, text }: { content: Content; text: ReferenceText }) {
  return (
    <>
      {Object.entries(content).map(([type, { schema }]) =>
        schema ? <Schema schema={schema} text={text} /> : <p class="schema-type">{type}</p>,
      )}
    </>
  )
}

function Example({ content, text }: { content: Content; text: ReferenceText }) {
  const { example } = content['application/json'] ?? {}
  if (example === undefined) return null
  return (
    <details>
      <summary>{text.example}</summary>
      <Code text={JSON.stringify(example, null, 1)} />
    </details>
  )
}

function Code({ text }: { text: string }) {
  return (
    <pre class="reference-example">
      <code lang="en">{text}</code>
    </pre>
  )
}

/** The index of the reference names the error codes of every operation once. */
function isOwn([, { description }]: [string, { description?: string }]): boolean {
  return !COMMON_REFUSALS.some((code) => description === `\`${code}\``)
}

/**
 * Renders the text between backticks as code. The name of an error is a link to its description.
 */
function withCode(sentence: string) {
  return sentence.split('`').map((part, index) => {
    if (index % 2 === 0) return part
    return isErrorCode(part) ? <a href={`/api/docs#error-${part}`}>{part}</a> : <code>{part}</code>
  })
}

/** The calls of the example, and the request of "Try it". */
function callsOf({ method, path, operation }: Route) {
  const { parameters = [], requestBody, security = [] } = operation
  const json = requestBody?.content['application/json']
  const body = json && JSON.stringify(json.example ?? {})
  const isUpload = requestBody !== undefined && json === undefined
  const example = operation['x-example'] ?? path.replace(/\{\w+\}/g, '1')
  const [pathname = '', search = ''] = example.split('?')
  const segments = pathname.split('/')
  const takesTokens =
    JSON.stringify(security).includes('"token"') || (security.length === 0 && method === 'get')
  // Personal access tokens cannot call the other operations.
  const token = takesTokens ? 'joule_…' : '<access_token>'
  const typed = (name: string, value = '') =>
    parameters.find((each) => each.name === name)?.schema?.type === 'integer'
      ? Number(value)
      : value
  const params = path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith('{') ? [[part.slice(1, -1), typed(part.slice(1, -1), segments[at])]] : [],
    )
  const query = [...new URLSearchParams(search)].map(([name, value]) => [name, typed(name, value)])
  const flags = [
    method !== 'get' && `-X ${method.toUpperCase()}`,
    security.length > 0 && `-H "Authorization: Bearer ${token}"`,
    body && `-H "Content-Type: application/json" -d '${body.replaceAll("'", "'\\''")}'`,
    isUpload && '-F file=@image.png',
  ]
  const options = [
    params.length > 0 && `path: ${JSON.stringify(Object.fromEntries(params))}`,
    query.length > 0 && `query: ${JSON.stringify(Object.fromEntries(query))}`,
    body && `body: ${body}`,
    isUpload && 'body: { file }',
  ].filter(Boolean)
  return {
    calls: {
      curl: ['curl', ...flags, `'${ORIGIN}${example}'`].filter(Boolean).join(' '),
      'joule/client': `const joule = connect('${ORIGIN}', { session: { access_token: '${token}' } })
await joule.${method}('${path}'${options.length > 0 ? `, { ${options.join(', ')} }` : ''})`,
    },
    attempt:
      takesTokens && !isUpload
        ? { request: `${method.toUpperCase()} ${example}`, body: body ?? '' }
        : null,
  }
}

interface SchemaProps {
  schema: JsonSchema
  text: ReferenceText
}

/**
 * Renders an object as a nested list of its properties, and other schemas as the name of their
 * type.
 */
export function Schema({ schema, text }: SchemaProps) {
  const members = membersOf(schema)
  if (members === null)
    return (
      <p class="schema-type">
        <TypeName schema={schema} text={text} />
      </p>
    )
  return (
    <dl class="schema">
      {Object.entries(members.properties ?? {}).map(([name, property]) => (
        <>
          <dt>
            <code>{name}</code>
            {!members.required?.includes(name) && <small>{text.optional}</small>}
          </dt>
          <dd>
            <TypeName schema={property} text={text} />
            {property.description && <p lang="en">{withCode(property.description)}</p>}
            {membersOf(property) && <Schema schema={property} text={text} />}
          </dd>
        </>
      ))}
    </dl>
  )
}

/** Most types have no limits. They are one element, because a page has hundreds of them. */
function TypeName({ schema, text }: SchemaProps) {
  const limits = limitsOf(schema, text)
  if (limits === '')
    return (
      <span class="type" lang="en">
        {typeOf(schema)}
      </span>
    )
  return (
    <span class="type">
      <span lang="en">{typeOf(schema)}</span>
      <small>{limits}</small>
    </span>
  )
}

/** The object schema to list: the schema itself, or the items of an array. */
function membersOf(schema: JsonSchema): JsonSchema | null {
  if (Object.keys(schema.properties ?? {}).length > 0) return schema
  if (schema.items) return membersOf(schema.items)
  const variants = schema.anyOf ?? schema.oneOf ?? []
  return variants.length > 0 ? (variants.map(membersOf).find(Boolean) ?? null) : null
}

function typeOf(schema: JsonSchema): Child {
  if (schema.$ref) return <a href={`#schema-${nameOfRef(schema.$ref)}`}>{nameOfRef(schema.$ref)}</a>
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const variants = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (variants) return separated(variants.map(typeOf), schema.allOf ? ' & ' : ' | ')
  if (schema.items) return <>{typeOf(schema.items)}[]</>
  if (typeof schema.additionalProperties === 'object')
    return (
      <>
        {'{ … : '}
        {typeOf(schema.additionalProperties)}
        {' }'}
      </>
    )
  if (Array.isArray(schema.type)) return schema.type.join(' | ')
  return schema.format ? `${schema.type ?? 'string'} (${schema.format})` : (schema.type ?? 'any')
}

function separated(parts: Child[], separator: string): Child {
  return parts.map((part, index) => (index === 0 ? part : [separator, part]))
}

// zod adds the safe integer range to every integer. Hide these bounds.
const isRelevant = (bound: number | undefined) =>
  bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER

function limitsOf(schema: JsonSchema, text: ReferenceText): string {
  return [
    isRelevant(schema.maxLength) && text.characters(schema.minLength ?? 0, schema.maxLength ?? 0),
    isRelevant(schema.maxItems) && text.items(schema.minItems ?? 0, schema.maxItems ?? 0),
    isRelevant(schema.minimum) && `≥ ${schema.minimum}`,
    isRelevant(schema.maximum) && `≤ ${schema.maximum}`,
    schema.default !== undefined && text.byDefault(JSON.stringify(schema.default)),
  ]
    .filter(Boolean)
    .join(', ')
}
