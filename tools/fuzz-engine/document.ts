/** The parts of JSON Schema and of OpenAPI 3.0 and 3.1 that are needed to generate requests. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  nullable?: boolean
  format?: string
  contentEncoding?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minLength?: number
  maxLength?: number
  pattern?: string
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number | boolean
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header' | 'cookie'
  required?: boolean
  schema?: Schema
}

type Content = Record<string, { schema?: Schema }>

export interface Described {
  parameters?: (Parameter | { $ref: string })[]
  requestBody?: { content: Content; required?: boolean }
  responses: Record<string, { content?: Content }>
  security?: Record<string, string[]>[]
}

export interface OpenApiDocument {
  openapi: string
  paths: Record<string, Record<string, Described>>
  components?: { schemas?: Record<string, Schema> }
  security?: Record<string, string[]>[]
}

/** One method of one path, with its description. */
export interface Operation {
  name: string
  method: string
  path: string
  parameters: Parameter[]
  bodies: Content
  answers: Record<string, { content?: Content }>
  /** Whether it requires a login. */
  isGuarded: boolean
  /** The methods of the path. */
  siblings: string[]
}

const METHODS = ['get', 'put', 'post', 'delete', 'patch']

export function operationsOf(document: OpenApiDocument): Operation[] {
  return Object.entries(document.paths).flatMap(([path, item]) => {
    const siblings = METHODS.filter((method) => Object.hasOwn(item, method))
    return siblings.flatMap((method) => {
      const described = item[method]
      if (!described) return []
      const shared = (item as { parameters?: Described['parameters'] }).parameters ?? []
      const security = described.security ?? document.security ?? []
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters: [...shared, ...(described.parameters ?? [])].map((each) => resolved<Parameter>(document, each)),
        bodies: described.requestBody?.content ?? {},
        answers: described.responses,
        isGuarded: security.length > 0 && security.every((way) => Object.keys(way).length > 0),
        siblings: siblings.map((each) => each.toUpperCase()),
      }
    })
  })
}

/** The target of a `$ref`, or the object itself. */
export function resolved<Thing>(document: OpenApiDocument, thing: Thing | { $ref: string }): Thing {
  if (!isReference(thing)) return thing
  const found = thing.$ref
    .slice('#/'.length)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((inside, step) => (inside as Record<string, unknown> | undefined)?.[step], document)
  if (found === undefined) throw new Error(`the OpenAPI document has no ${thing.$ref}`)
  return resolved<Thing>(document, found as Thing)
}

function isReference(thing: unknown): thing is { $ref: string } {
  return typeof thing === 'object' && thing !== null && '$ref' in thing && typeof thing.$ref === 'string'
}
