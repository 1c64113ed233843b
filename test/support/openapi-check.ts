import type { Hono } from 'hono'
import { expect } from 'vitest'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ERROR_STATUS, isErrorCode } from '#kernel/errors.ts'
import type { TestResponse } from '#test/world.ts'
import { apiRoutes, type DescribedRoute, ErrorShape, refusalsOf } from '#web/openapi/openapi.ts'

/** Compares an API response with the description of its route: exact fields, known error codes. */
export function expectDescribed(app: Hono<AppEnv>, method: string, path: string, response: TestResponse): void {
  const pathname = new URL(path, 'http://joule.test').pathname
  if (!pathname.startsWith('/api/') || pathname.startsWith('/api/docs')) return
  if (response.status === 304) return
  const route = routesOf(app)
    .get(sizeOf(method, pathname))
    ?.find(({ pattern }) => pattern.test(pathname))
  if (response.status >= 400) {
    expectRefusal(response)
    // Every route responds with 404 to `<img>` elements.
    if (route && response.status !== 404 && !route.refused.has(response.status))
      throw new Error(`${method} ${path}: status ${response.status} is undescribed (${response.text})`)
    return
  }
  const responses = route?.facts.find((fact) => fact.responses)?.responses ?? {}
  if (!Object.hasOwn(responses, response.status))
    throw new Error(`${method} ${path}: status ${response.status} is undescribed`)
  const shape = responses[response.status]
  if (shape === null) expect(response.text).toBe('')
  if (shape instanceof z.ZodType) expectExactly(shape, response.json, `${method} ${path}`)
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

/** Like `toEqual` for JSON, at less cost: tests compare thousands of responses. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(Reflect.get(one, key), Reflect.get(other, key)))
  )
}

type KnownRoute = DescribedRoute & { pattern: RegExp; refused: Set<number> }
/** By method and number of segments. Every app has the same routes. */
let known: Map<string, KnownRoute[]> | undefined

function routesOf(app: Hono<AppEnv>): Map<string, KnownRoute[]> {
  known ??= Map.groupBy(apiRoutes(app).map(withPattern), ({ method, path }) => sizeOf(method, path))
  return known
}

const sizeOf = (method: string, path: string) => `${method} ${path.split('/').length}`

function withPattern(route: DescribedRoute): KnownRoute {
  const pattern = new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')}$`)
  return { ...route, pattern, refused: new Set([...refusalsOf(route.facts)].map((code) => ERROR_STATUS[code])) }
}
