import type { PropsWithChildren } from 'hono/jsx'
import type { ReferenceText } from '#features/pages/api-reference/text.ts'
import { Schema, TypeName } from '#features/pages/api-reference/views-schema.tsx'
import { Badge } from '#web/components/elements.tsx'
import type { Content, Operation, Parameter, Route } from '#web/openapi/document.ts'

export function ApiOperation({ route, text }: { route: Route; text: ReferenceText }) {
  const { id, method, path, operation } = route
  const { description, parameters = [], requestBody, responses = {} } = operation
  return (
    <article class="card operation" id={id} aria-labelledby={`${id}-heading`}>
      <h3 id={`${id}-heading`}>
        <Method name={method} />
        <code class="operation-path" lang="en">
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
      <Part title={text.answers}>
        <ul class="answers">
          {Object.entries(responses).map(([status, { description, content }]) => (
            <li>
              <span class={`status s${status[0]}`}>{status}</span>
              <div>
                <p lang="en">{withCode(description ?? '')}</p>
                {status.startsWith('2') && content && <Body content={content} text={text} />}
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
  if (access === undefined || !Object.hasOwn(text.access, access)) return <Badge>{text.anyone}</Badge>
  const isRestricted = access === 'admin' || access === 'owner'
  return <Badge tone={isRestricted ? 'danger' : 'accent'}>{text.access[access as keyof typeof text.access]}</Badge>
}

function Part({ title, children }: PropsWithChildren<{ title: string }>) {
  return (
    <div class="operation-part">
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

/** Renders text between backticks as code. */
function withCode(sentence: string) {
  return sentence.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part))
}
