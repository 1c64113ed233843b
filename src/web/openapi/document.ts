/** The parts of OpenAPI 3.1 that the reference shows. */
export interface OpenApiDocument {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Operation>>
  components?: { schemas?: Record<string, JsonSchema> }
}

export interface Operation {
  tags?: string[]
  operationId?: string
  summary?: string
  description?: string
  parameters?: Parameter[]
  requestBody?: { content: Content }
  responses?: Record<string, { description?: string; content?: Content }>
  security?: unknown[]
  /** The required access: signedIn, member, admin or owner. */
  'x-access'?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

export type Content = Record<string, { schema?: JsonSchema }>

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  minItems?: number
  maxItems?: number
}

export interface Route {
  id: string
  method: string
  path: string
  operation: Operation
}

/** The routes of each tag, in document order. */
export function routesByTag({ paths }: OpenApiDocument): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'api'
      const id = `${method}-${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}`
      groups.set(tag, [...(groups.get(tag) ?? []), { id, method, path, operation }])
    }
  }
  return groups
}

export function nameOfRef(ref: string): string {
  return ref.split('/').at(-1) ?? ref
}
