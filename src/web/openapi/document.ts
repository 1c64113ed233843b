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
  'x-example'?: string
}

export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
}

export type Content = Record<string, { schema?: JsonSchema; example?: unknown }>

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
  minItems?: number
  maxItems?: number
}

export interface Route {
  id: string
  method: string
  path: string
  operation: Operation
}

/** Tags with many routes. Each area of such a tag has a page of its own in the reference. */
const BY_AREA = ['admin', 'settings', 'studio']

/** The routes of each page of the reference. */
export function groupsOf({ paths }: OpenApiDocument): Map<string, Route[]> {
  const groups = new Map<string, Route[]>()
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags?.[0] ?? 'api'
      const group = BY_AREA.includes(tag) ? `${tag}-${path.split(/[/.]/)[3]}` : tag
      const id = `${method}-${path.replace(/[^a-z0-9]+/gi, '-').replace(/^-|-$/g, '')}`
      groups.set(group, [...(groups.get(group) ?? []), { id, method, path, operation }])
    }
  }
  const rank = (group: string) => {
    const at = ORDER.findIndex((tag) => group === tag || group.startsWith(`${tag}-`))
    return at === -1 ? ORDER.indexOf('studio') : at
  }
  return new Map(
    [...groups].sort(([one], [other]) => rank(one) - rank(other) || one.localeCompare(other)),
  )
}

/**
 * Reading comes first, administration last. A tag that is not listed has the rank of the studio.
 */
const ORDER = [
  'posts',
  'comments',
  'search',
  'tags',
  'users',
  'folders',
  'studio',
  'messages',
  'settings',
  'auth',
  'admin',
  'claim',
]

export function nameOfRef(ref: string): string {
  return ref.split('/').at(-1) ?? ref
}

/** The schemas that these routes refer to, directly or through other schemas. */
export function schemasOf(
  routes: readonly Route[],
  { components }: OpenApiDocument,
): [string, JsonSchema][] {
  const all = components?.schemas ?? {}
  const found = new Set<string>()
  const collect = (value: unknown) => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(
      /"#\/components\/schemas\/(\w+)"/g,
    )) {
      if (found.has(name)) continue
      found.add(name)
      collect(all[name] ?? {})
    }
  }
  collect(routes.map(({ operation }) => operation))
  // Every operation refers to the schema `Error`, so only the first page describes it.
  return Object.entries(all).filter(([name]) => found.has(name) && name !== 'Error')
}
