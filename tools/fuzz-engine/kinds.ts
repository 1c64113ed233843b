import fc, { type Arbitrary } from 'fast-check'
import { brokenJson, deepJson, oddAddress, oddNumber, oddText, oddValue } from './odd.ts'
import { type Body, type Field, fieldsOf, isForm, isJson, type Plan, type Route, usual } from './plan.ts'
import { Raw } from './written.ts'

/** A mutation of a valid request. Null if it does not apply to the route. */
type Kind = (route: Route) => Arbitrary<Plan> | null

/** The mutations that are tried on every route. */
export const KINDS: Record<string, Kind> = {
  'as described': usual,
  'a wrong field': (route) => withField(route, fieldsOf(route), oddValue),
  'odd text': (route) => withField(route, fieldsTaking(route, 'string'), oddText),
  'an odd number': (route) => withField(route, fieldsTaking(route, 'integer', 'number'), oddNumber),
  'a missing field': (route) => withField(route, required(route), fc.constant(undefined)),
  'fields too many': (route) =>
    withField(
      route,
      EXTRA_FIELDS.map((name) => ({ name, types: [], isRequired: false })),
      oddValue,
    ),
  'a wrong parameter': wrongParameter,
  'a repeated parameter': repeatedParameter,
  'an odd address': (route) => fc.tuple(usual(route), oddAddress).map(([plan, tail]) => ({ ...plan, tail })),
  'a deep body': (route) => (isJson(route.operation) ? changedBody(route, deepJson.map(asJson)) : null),
  'a broken body': (route) => (isJson(route.operation) ? changedBody(route, brokenJson.map(asJson)) : null),
  'half a body': (route) => cut(route),
  'another content type': otherType,
  'an odd header': (route) =>
    fc
      .tuple(usual(route), fc.constantFrom(...HEADERS), fc.oneof(oddText, oddNumber))
      .map(([plan, name, value]) => ({ ...plan, headers: [...plan.headers, [name, value]] })),
  'another method': (route) => {
    const others = METHODS.filter((method) => !route.operation.siblings.includes(method))
    return fc.tuple(usual(route), fc.constantFrom(...others)).map(([plan, method]) => ({ ...plan, method }))
  },
  'a body not asked for': (route) =>
    Object.keys(route.operation.bodies).length > 0 ? null : changedBody(route, oddValue.map(asJson)),
}

const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']
const EXTRA_FIELDS = ['role', 'id', 'uid', '__proto__', 'constructor', '', 'a.b', 'a[]', '\u202e']
const HEADERS = [
  ...['accept', 'accept-language', 'accept-encoding', 'range', 'if-none-match', 'if-modified-since', 'user-agent'],
  ...['cookie', 'referer', 'origin', 'x-forwarded-for', 'x-http-method-override', 'idempotency-key', 'upgrade', 'via'],
]
const TYPES = [
  ...[
    null,
    '',
    'text/plain',
    'application/xml',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(300)}`,
    'a/b;c',
  ],
]

const asJson = (content: unknown): Body => ({ type: 'application/json', content })

function fieldsTaking(route: Route, ...types: string[]): Field[] {
  return fieldsOf(route).filter((field) => types.some((type) => field.types.includes(type)))
}

const required = (route: Route) => fieldsOf(route).filter(({ isRequired }) => isRequired)

/** A valid request with another value in one field. */
function withField(route: Route, fields: Field[], values: Arbitrary<unknown>): Arbitrary<Plan> | null {
  if (fields.length === 0 || Object.keys(route.operation.bodies).length === 0) return null
  return fc.tuple(usual(route), fc.constantFrom(...fields), values).map(([plan, { name }, value]) => ({
    ...plan,
    body: plan.body && { ...plan.body, content: { ...Object(plan.body.content), [name]: value } },
  }))
}

function changedBody(route: Route, body: Arbitrary<Body>): Arbitrary<Plan> {
  return fc.tuple(usual(route), body).map(([plan, other]) => ({ ...plan, body: other }))
}

/** Replaces one value of the path or the query. A path value stays one segment, otherwise it would be another route. */
function wrongParameter(route: Route): Arbitrary<Plan> | null {
  const names = route.operation.parameters.filter((each) => each.in === 'path' || each.in === 'query')
  if (names.length === 0) return null
  return fc.tuple(usual(route), fc.constantFrom(...names), fc.oneof(oddText, oddNumber)).map(([plan, each, value]) => {
    if (each.in === 'query')
      return { ...plan, query: [...plan.query.filter(([name]) => name !== each.name), [each.name, value]] }
    const step = value instanceof Raw || /^[^/\\.]+$/.test(value) ? value : 'odd'
    return { ...plan, path: { ...plan.path, [each.name]: step } }
  })
}

function repeatedParameter(route: Route): Arbitrary<Plan> {
  const names = route.operation.parameters.filter((each) => each.in === 'query').map(({ name }) => name)
  const named = fc.constantFrom(
    ...names,
    ...names.map((name) => `${name}[]`),
    ...names.map((name) => `${name}[a]`),
    'odd',
    '',
  )
  return fc
    .tuple(usual(route), named, fc.array(fc.oneof(oddText, oddNumber), { minLength: 2, maxLength: 4 }))
    .map(([plan, name, values]) => ({
      ...plan,
      query: [...plan.query, ...values.map((value): [string, unknown] => [name, value])],
    }))
}

function cut(route: Route): Arbitrary<Plan> | null {
  if (!isJson(route.operation) && !isForm(route.operation)) return null
  return fc
    .tuple(usual(route), fc.integer({ min: 0, max: 99 }))
    .map(([plan, share]) => ({ ...plan, body: plan.body && { ...plan.body, share: share / 100 } }))
}

function otherType(route: Route): Arbitrary<Plan> | null {
  if (!isJson(route.operation) && !isForm(route.operation)) return null
  return fc.tuple(usual(route), fc.constantFrom(...TYPES)).map(([plan, type]) => ({
    ...plan,
    headers: [...plan.headers, ['content-type', type ?? undefined]],
  }))
}
