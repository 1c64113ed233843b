import fc, { type Arbitrary } from 'fast-check'
import type { OpenApiDocument, Operation, Parameter, Schema } from './document.ts'
import { resolved } from './document.ts'
import { knownOf, typesOf, validOf } from './valid.ts'

/** A request before it is serialized. */
export interface Plan {
  method: string
  /** Values of the path parameters. */
  path: Record<string, unknown>
  /** Appended to the path verbatim. */
  tail?: unknown
  query: [name: string, value: unknown][]
  headers: [name: string, value: unknown][]
  body: Body | null
}

export interface Body {
  type: string | null
  /** An object of fields; for JSON any value. */
  content: unknown
  /** The part that is sent, if not all. */
  share?: number
}

export interface Route {
  document: OpenApiDocument
  operation: Operation
}

/** A valid request by the document. */
export function usual({ document, operation }: Route): Arbitrary<Plan> {
  const { method, path, parameters } = operation
  const inside = (place: Parameter['in']) => parameters.filter((each) => each.in === place)
  const value = ({ name, schema = {} }: Parameter) => validOf(schema, { document, path, name })
  const known = (each: Parameter) =>
    fc.oneof({ arbitrary: knownOf(each.name, path), weight: 9 }, { arbitrary: value(each), weight: 1 })
  const optional = (place: Parameter['in']) =>
    fc
      .tuple(
        ...inside(place).map((each) =>
          each.required ? value(each) : fc.option(value(each), { nil: undefined, freq: 2 }),
        ),
      )
      .map((values) => values.map((each, index): [string, unknown] => [inside(place)[index]?.name ?? '', each]))
      .map((pairs) => pairs.filter(([, each]) => each !== undefined))
  return fc.record({
    method: fc.constant(method),
    path: fc.record(Object.fromEntries(inside('path').map((each) => [each.name, known(each)]))),
    query: optional('query'),
    headers: optional('header'),
    body: bodyOf({ document, operation }),
  })
}

function bodyOf({ document, operation: { bodies, path } }: Route): Arbitrary<Body | null> {
  const types = Object.entries(bodies)
  if (types.length === 0) return fc.constant(null)
  return fc.oneof(
    ...types.map(([type, { schema = {} }]) =>
      validOf(schema, { document, path }).map((content): Body => ({ type, content })),
    ),
  )
}

export interface Field {
  name: string
  types: string[]
  isRequired: boolean
}

/** The top-level fields of a body. */
export function fieldsOf({ document, operation }: Route): Field[] {
  return Object.values(operation.bodies).flatMap(({ schema = {} }) => fieldsIn(document, schema))
}

function fieldsIn(document: OpenApiDocument, given: Schema): Field[] {
  const { properties = {}, required = [], anyOf = [], oneOf = [], allOf = [] } = resolved<Schema>(document, given)
  const own = Object.entries(properties).map(([name, schema]) => ({
    name,
    types: typesOf(resolved<Schema>(document, schema)),
    isRequired: required.includes(name),
  }))
  return [...own, ...[...anyOf, ...oneOf, ...allOf].flatMap((each) => fieldsIn(document, each))]
}

export function isJson(operation: Operation): boolean {
  return Object.keys(operation.bodies).some((type) => type.includes('json'))
}

export function isForm(operation: Operation): boolean {
  return Object.keys(operation.bodies).some((type) => type.includes('form'))
}
