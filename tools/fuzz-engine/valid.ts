import fc, { type Arbitrary } from 'fast-check'
import { type OpenApiDocument, resolved, type Schema } from './document.ts'
import { oddText } from './odd.ts'
import { namesFor } from './pool.ts'
import { Known } from './written.ts'

const DEPTH_MAX = 4
const ITEMS_MAX = 5

/** The purpose of a value: the name of its field and the path determine which known values fit. */
interface Place {
  document: OpenApiDocument
  path: string
  name?: string
  depth?: number
}

/** Values that a schema allows, including unusual ones, and values of the same name from responses. */
export function validOf(given: Schema, place: Place): Arbitrary<unknown> {
  const schema = resolved<Schema>(place.document, given)
  const made = madeOf(schema, place)
  const [kind] = typesOf(schema)
  const isScalar = kind === 'string' || kind === 'integer' || kind === 'number' || kind === undefined
  if (!place.name || !isScalar || schema.enum) return made
  const known = knownOf(place.name, place.path)
  return fc.oneof({ arbitrary: made, weight: 2 }, { arbitrary: known, weight: 3 })
}

export function knownOf(name: string, path: string): Arbitrary<Known> {
  return fc.nat({ max: 1_000 }).map((draw) => new Known(namesFor(name, path), draw))
}

function madeOf(schema: Schema, place: Place): Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum?.length) return fc.constantFrom(...schema.enum)
  const some = schema.anyOf ?? schema.oneOf
  if (some?.length) return fc.oneof(...some.map((each) => validOf(each, place)))
  if (schema.allOf?.length) return fc.tuple(...schema.allOf.map((each) => validOf(each, place))).map(merged)
  const types = typesOf(schema)
  return types.length === 0 ? fc.jsonValue() : fc.oneof(...types.map((type) => ofType(type, schema, place)))
}

function ofType(type: string, schema: Schema, place: Place): Arbitrary<unknown> {
  const depth = (place.depth ?? 0) + 1
  if (type === 'string') return textOf(schema)
  if (type === 'integer' || type === 'number') return numberOf(type, schema)
  if (type === 'boolean') return fc.boolean()
  if (type === 'array') {
    const { items = {}, minItems = 0, maxItems = ITEMS_MAX } = schema
    const most = depth > DEPTH_MAX ? minItems : Math.max(minItems, Math.min(maxItems, ITEMS_MAX))
    return fc.array(validOf(items, { ...place, depth }), { minLength: minItems, maxLength: most })
  }
  if (type === 'object') {
    const { properties = {}, required = [] } = schema
    const members = Object.entries(properties)
      .filter(([name]) => depth <= DEPTH_MAX || required.includes(name))
      .map(([name, each]) => [name, validOf(each, { ...place, name, depth })])
    const arbitraries: Record<string, Arbitrary<unknown>> = Object.fromEntries(members)
    return fc.record(arbitraries, { requiredKeys: required.filter((name) => Object.hasOwn(arbitraries, name)) })
  }
  return fc.constant(null)
}

const texts = new Map<string, Arbitrary<string>>()

/** Memoized: fast-check takes milliseconds to create an arbitrary of texts, and a document has thousands. */
function textOf(schema: Schema): Arbitrary<string> {
  const key = JSON.stringify([schema.minLength, schema.maxLength, schema.pattern, schema.format])
  const text = texts.get(key) ?? newTextOf(schema)
  texts.set(key, text)
  return text
}

function newTextOf({ minLength = 0, maxLength = 200, pattern, format }: Schema): Arbitrary<string> {
  if (format === 'email') return fc.nat().map((number) => `odd-${number}@fuzz.example`)
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'uuid') return fc.uuid()
  if (format === 'uri') return fc.webUrl()
  if (pattern) return fc.stringMatching(new RegExp(pattern, 'u'))
  const fitting = (text: string) => [...text].slice(0, maxLength).join('').padEnd(minLength, 'a')
  const plain = fc.string({
    unit: 'grapheme-ascii',
    minLength: Math.max(minLength, 1),
    maxLength: Math.min(maxLength, minLength + 30),
  })
  return fc.oneof(
    { arbitrary: plain, weight: 4 },
    { arbitrary: oddText.map(fitting), weight: 2 },
    {
      arbitrary: fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, minLength + 30) }),
      weight: 1,
    },
    {
      arbitrary: fc.constantFrom(1, maxLength).map((length) => fitting('a'.repeat(Math.min(length, 2_000)))),
      weight: 1,
    },
  )
}

function numberOf(type: string, { minimum = -1e9, maximum = 1e9, exclusiveMinimum }: Schema): Arbitrary<number> {
  const least = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + 1 : minimum
  const [min, max] = [Math.max(least, -1e15), Math.min(maximum, 1e15)]
  if (type === 'number') return fc.double({ min, max, noNaN: true })
  return fc.oneof(
    fc.integer({ min: Math.ceil(min), max: Math.floor(max) }),
    fc.constantFrom(Math.ceil(min), Math.floor(max)),
  )
}

export function typesOf({ type, nullable, properties, items }: Schema): string[] {
  const types = type === undefined ? (properties ? ['object'] : items ? ['array'] : []) : [type].flat()
  return nullable ? [...types, 'null'] : types
}

function merged(parts: unknown[]): unknown {
  return parts.every((part) => typeof part === 'object' && part !== null) ? Object.assign({}, ...parts) : parts[0]
}
