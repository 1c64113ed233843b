import type { Hono } from 'hono'
import { expect } from 'vitest'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ERROR_STATUS, isErrorCode } from '#kernel/errors.ts'
import type { TestResponse } from '#test/world.ts'
import { apiRoutes, type DescribedRoute, ErrorShape, refusalsOf } from '#web/openapi/openapi.ts'
import { isPagePath } from '#web/paths.ts'

/** Compares an API response with the description of its route: exact fields, known error codes. */
export function expectDescribed(
  app: Hono<AppEnv>,
  method: string,
  path: string,
  response: TestResponse,
): void {
  const pathname = new URL(path, 'http://joule.test').pathname
  if (isPagePath(pathname, method)) return
  if (response.status === 304) return
  const route = routeOf(app, method, pathname)
  if (response.status >= 400) {
    expectRefusal(response)
    // Every route responds with 404 to `<img>` elements.
    if (route && response.status !== 404 && !route.refused.has(response.status))
      throw new Error(
        `${method} ${path}: status ${response.status} is undescribed (${response.text})`,
      )
    return
  }
  const responses = route?.facts.find((fact) => fact.responses)?.responses ?? {}
  if (!Object.hasOwn(responses, response.status))
    throw new Error(`${method} ${path}: status ${response.status} is undescribed`)
  const shape = responses[response.status]
  if (shape === null) expect(response.text).toBe('')
  if (shape instanceof z.ZodType) expectExactly(shape, response.json, `${method} ${path}`)
}

/**
 * Each form and switch of a page that calls the API names a route, sends fields of its input and
 * shows fields of its response.
 */
export function expectForms(app: Hono<AppEnv>, page: string): void {
  for (const [form] of page.matchAll(/<form\b[^>]* data-api="[\s\S]*?<\/form>/g)) {
    const call = attributeOf(form, 'api')
    const shown = namesOf(
      `${attributeOf(form, 'after')} ${attributeOf(form, 'toast')}`,
      /\{(\w+)[^}]*\}/g,
    )
    if (call !== OF_ITS_BUTTON) expectCall(app, call, namesOf(form, FIELD), shown)
  }
  for (const [button] of page.matchAll(/<button\b[^>]* data-to="[^>]*>/g)) {
    const [, dialog = ''] = page.split(
      `<dialog class="dialog reason-dialog" id="${attributeOf(button, 'opens')}"`,
    )
    const version = button.includes(' data-version="') ? ['version'] : []
    expectCall(app, attributeOf(button, 'to'), [
      ...namesOf(dialog.split('</dialog>')[0] ?? '', FIELD),
      ...version,
    ])
  }
  for (const [control] of page.matchAll(/<\w+\b[^>]* data-saves="[^>]*>/g))
    expectCall(
      app,
      attributeOf(control, 'saves'),
      Object.keys(JSON.parse(attributeOf(control, 'body'))),
    )
}

/** The form of a dialog that several buttons open: `data-to` of the button names the call. */
const OF_ITS_BUTTON = 'POST /api/admin'
/** Without the version, which is sent only if the button names one. */
const FIELD =
  /<(?:input|select|textarea)\b(?![^>]* (?:data-unsent|name="version" hidden))[^>]* name="([^"]+)"/g

const namesOf = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name)

/** A value of the first tag with this data attribute. */
function attributeOf(html: string, name: string): string {
  const [, value = ''] = new RegExp(` data-${name}="([^"]*)"`).exec(html) ?? []
  return value
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&')
}

function expectCall(app: Hono<AppEnv>, call: string, sent: string[], shown: string[] = []): void {
  const [method = '', path = ''] = call.split(' ')
  const route = routeOf(app, method, new URL(path, 'http://joule.test').pathname)
  if (!route) throw new Error(`the page calls ${call}, which is no route`)
  route.names ??= {
    sent: route.facts.flatMap(({ input }) =>
      input?.in === 'json' ? namesIn(input.schema, 'input') : [],
    ),
    shown: route.facts.flatMap(({ responses = {} }) =>
      Object.values(responses).flatMap((shape) =>
        shape instanceof z.ZodType ? namesIn(shape, 'output') : [],
      ),
    ),
  }
  const unknown = [
    // A name with dots is a field of a nested object, and a part with # an item of a list:
    // client/behaviors/forms/fields.ts.
    ...sent.filter((name) => {
      const parts = name.split('.').filter((part) => !part.startsWith('#'))
      return !parts.every((part) => route.names?.sent.includes(part))
    }),
    ...shown.filter((name) => !route.names?.shown.includes(name)),
  ]
  if (unknown.length > 0)
    throw new Error(`the page calls ${call}, which does not describe ${unknown}`)
}

/** The names of all members, at any depth. */
function namesIn(schema: z.ZodType, io: 'input' | 'output'): string[] {
  const names: string[] = []
  JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), (key, value) => {
    if (key === 'properties') names.push(...Object.keys(value))
    return value
  })
  return names
}

function expectRefusal(response: TestResponse): void {
  const { error } = ErrorShape.parse(response.json)
  if (!isErrorCode(error.code)) throw new Error(`unknown error code ${error.code}`)
  expect(response.status).toBe(ERROR_STATUS[error.code])
}

function expectExactly(shape: z.ZodType, json: unknown, what: string): void {
  const parsed = shape.safeParse(json)
  if (parsed.success && isSame(parsed.data, json)) return
  expect(parsed.error?.issues ?? [], what).toEqual([])
  // Parsing drops undocumented fields, so an extra field shows as a difference.
  expect(parsed.data, what).toEqual(json)
}

/** Like `toEqual` for JSON, but cheaper, because tests compare thousands of responses. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)),
    )
  )
}

type KnownRoute = DescribedRoute & {
  pattern: RegExp
  refused: Set<number>
  /** The members of its input and of its responses, when a page first calls it. */
  names?: { sent: string[]; shown: string[] }
}
/** By method and number of segments. Every app has the same routes. */
let known: Map<string, KnownRoute[]> | undefined

function routeOf(app: Hono<AppEnv>, method: string, pathname: string): KnownRoute | undefined {
  known ??= Map.groupBy(apiRoutes(app).map(withPattern), ({ method, path }) => sizeOf(method, path))
  return known.get(sizeOf(method, pathname))?.find(({ pattern }) => pattern.test(pathname))
}

const sizeOf = (method: string, path: string) => `${method} ${path.split('/').length}`

function withPattern(route: DescribedRoute): KnownRoute {
  const pattern = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')}$`)
  return {
    ...route,
    pattern,
    refused: new Set([...refusalsOf(route.facts)].map((code) => ERROR_STATUS[code])),
  }
}
