import type { Hono } from 'hono'
import { expect } from 'vitest'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { ERROR_STATUS, isErrorCode } from '#kernel/errors.ts'
import type { Answer } from '#test/world.ts'
import { apiRoutes, type DescribedRoute, ErrorShape } from '#web/openapi/openapi.ts'

/** Compares an API response with the description of its route: exact fields, known error codes. */
export function expectDescribed(app: Hono<AppEnv>, method: string, path: string, answer: Answer): void {
  const pathname = new URL(path, 'http://joule.test').pathname
  if (!pathname.startsWith('/api/') || pathname === '/api/docs') return
  if (answer.status === 304) return
  if (answer.status >= 400) {
    expectRefusal(answer)
    return
  }
  const route = routesOf(app).find((known) => known.method === method && known.pattern.test(pathname))
  const answers = route?.facts.find((fact) => fact.doc)?.doc?.answers ?? {}
  expect(Object.keys(answers), `${method} ${path} answers with a described status`).toContain(String(answer.status))
  const shape = answers[answer.status]
  if (shape === null) expect(answer.text).toBe('')
  if (shape instanceof z.ZodType) expectExactly(shape, answer.json, `${method} ${path}`)
}

function expectRefusal(answer: Answer): void {
  const { error } = ErrorShape.parse(answer.json)
  if (!isErrorCode(error.code)) throw new Error(`unknown error code ${error.code}`)
  expect(answer.status).toBe(ERROR_STATUS[error.code])
}

function expectExactly(shape: z.ZodType, json: unknown, what: string): void {
  const parsed = shape.safeParse(json)
  expect(parsed.error?.issues ?? [], what).toEqual([])
  // Parsing drops undocumented fields, so an extra field shows as a difference.
  expect(parsed.data, what).toEqual(json)
}

type KnownRoute = DescribedRoute & { pattern: RegExp }
/** Every app has the same routes. */
let known: KnownRoute[] | undefined

function routesOf(app: Hono<AppEnv>): KnownRoute[] {
  known ??= apiRoutes(app).map((route) => ({
    ...route,
    pattern: new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+').replace(/\./g, '\\.')}$`),
  }))
  return known
}
