import * as z from 'zod'
import type { GuardName } from '#web/guards/table.ts'
import { factOf, type RouteFact } from '#web/openapi/route-facts.ts'
import { pageRoutes } from '../../../tools/prove/fuzz/page-routes.ts'

/** A route of the app, with the JSON Schemas of its inputs. */
export interface AppRoute {
  method: string
  path: string
  guard: GuardName | null
  query: FieldSchemas
  /** Null if the route reads no JSON body. */
  json: FieldSchemas | null
  takesFile: boolean
}

export type FieldSchemas = Record<string, FieldSchema>

export interface FieldSchema {
  type?: string | string[]
  enum?: unknown[]
  maxLength?: number
  maxItems?: number
  items?: FieldSchema
  anyOf?: FieldSchema[]
  format?: string
}

interface RouterRoute {
  method: string
  path: string
  handler: object
}

/** Every route of the app: API, pages and files. */
export function describeRoutes(routes: RouterRoute[]): AppRoute[] {
  const asked = new Map(
    pageRoutes(routes).map(({ method, path, asked }) => [`${method} ${path}`, asked]),
  )
  const lines = Map.groupBy(
    routes.filter(({ method }) => method !== 'ALL'),
    ({ method, path }) => `${method} ${path}`,
  )
  return [...lines].map(([name, handlers]) => {
    const [method = '', path = ''] = name.split(/ (.*)/s)
    const facts = handlers.map(({ handler }) => factOf(handler))
    const ofPages = Object.fromEntries((asked.get(name) ?? []).map((field) => [field, {}]))
    return {
      method,
      path,
      guard: facts.find(({ guard }) => guard)?.guard ?? null,
      query: { ...ofPages, ...fieldsOf(facts, 'query') },
      json: facts.some(({ input }) => input?.in === 'json') ? fieldsOf(facts, 'json') : null,
      takesFile: facts.some(({ input }) => input?.in === 'form'),
    }
  })
}

function fieldsOf(facts: RouteFact[], place: string): FieldSchemas {
  const schemas = facts.flatMap(({ input }) => (input?.in === place ? [input.schema] : []))
  const described = schemas.map(
    (schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described,
  )
  return Object.assign({}, ...described.flatMap(propertiesOf))
}

interface Described {
  properties?: FieldSchemas
  anyOf?: Described[]
  oneOf?: Described[]
}

function propertiesOf({ properties = {}, anyOf = [], oneOf = [] }: Described): FieldSchemas[] {
  return [properties, ...[...anyOf, ...oneOf].flatMap(propertiesOf)]
}
