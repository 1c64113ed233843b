import {
  type JsonSchema,
  nameOfRef,
  type OpenApiDocument,
  type Operation,
} from '../../src/web/openapi/document.ts'

/**
 * The API as TypeScript: every route with its input and response, every named schema, every error
 * code.
 */
export function typesOf({ paths, components = {} }: OpenApiDocument): string {
  const { Error: refusal = {}, ...shapes } = components.schemas ?? {}
  const methods = Object.groupBy(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => ({ method, path, operation })),
    ),
    ({ method }) => method,
  )
  return [
    '// Generated from the routes by `npm run build`.',
    'export interface Api {',
    ...Object.entries(methods).flatMap(([method, routes = []]) => [
      `  ${method}: {`,
      ...routes.map(({ path, operation }) => routeOf(path, operation)),
      '  }',
    ]),
    '}',
    // Sorted, because the order of the modules differs between bundles.
    ...Object.entries(shapes)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, schema]) => `\nexport type ${name} = ${typeOf(schema)}`),
    `\nexport type ErrorCode = ${typeOf(refusal.properties?.error?.properties?.code ?? {})}`,
    '',
  ].join('\n')
}

function routeOf(path: string, operation: Operation): string {
  return `    /** ${operation.description ?? operation.summary ?? ''} */\n    '${path}': { input: ${inputOf(operation)}; answer: ${responseOf(operation)} }`
}

function inputOf({ parameters = [], requestBody }: Operation): string {
  const given = (place: string) => {
    const here = parameters.filter((parameter) => parameter.in === place)
    const properties = Object.fromEntries(here.map(({ name, schema = {} }) => [name, schema]))
    return { properties, required: here.flatMap(({ name, required }) => (required ? [name] : [])) }
  }
  const members = [
    member('path', given('path')),
    member('query', given('query')),
    member('body', Object.values(requestBody?.content ?? {})[0]?.schema ?? {}),
    ...(parameters.some(({ in: place }) => place === 'header') ? ['idempotencyKey?: string'] : []),
  ]
  return `{ ${members.filter(Boolean).join('; ')} }`
}

/** One part of the input. Optional if all of its fields are optional. */
function member(name: string, schema: JsonSchema): string {
  if (Object.keys(schema.properties ?? {}).length === 0 && !schema.anyOf) return ''
  const isNeeded = (schema.required ?? []).length > 0 || schema.anyOf !== undefined
  return `${name}${isNeeded ? '' : '?'}: ${typeOf({ ...schema, type: 'object', additionalProperties: false })}`
}

function responseOf({ responses = {} }: Operation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  const types = successes.map(([, { content = {} }]) => {
    const [type, body] = Object.entries(content)[0] ?? []
    if (type === undefined) return 'undefined'
    return type === 'application/json' ? typeOf(body?.schema ?? {}) : 'Blob'
  })
  return union(types)
}

/** The TypeScript type of a JSON schema. A string of the format `binary` is a `Blob`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameOfRef(schema.$ref)
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum) return union(schema.enum.map(literal))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return union(choices.map(typeOf))
  if (schema.allOf) return schema.allOf.map(typeOf).join(' & ')
  if (Array.isArray(schema.type))
    return union(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return `Array<${typeOf(schema.items ?? {})}>`
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string'
    case 'integer':
      return 'number'
    default:
      return schema.type ?? 'unknown'
  }
}

function objectOf({ properties = {}, required = [], additionalProperties }: JsonSchema): string {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${/^\w+$/.test(name) ? name : `'${name}'`}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (typeof additionalProperties === 'object')
    members.push(`[name: string]: ${typeOf(additionalProperties)}`)
  return members.length > 0 ? `{ ${members.join('; ')} }` : 'Record<string, unknown>'
}

function union(types: string[]): string {
  return [...new Set(types)].join(' | ') || 'undefined'
}

function literal(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}
