import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { AppEnv } from '#env'
import type { ErrorCode } from '#kernel/errors.ts'
import {
  noted,
  type Operation,
  type Repeat,
  type Responses,
  type RouteFact,
} from '#web/openapi/route-facts.ts'

/** Names a read of the API on its route line. */
export function read(name: string, facts: Omit<Operation, 'name'>) {
  return fact({ operation: { name, ...facts } })
}

/** Names a write of the API on its route line, with the effect of a second request. */
export function write(
  name: string,
  { repeat, ...facts }: Omit<Operation, 'name'> & { repeat: Repeat },
) {
  return fact({ operation: { name, ...facts }, repeat })
}

/** The effect of a second request, for the route line of a plain form. */
export function repeats(repeat: Repeat) {
  return fact({ repeat })
}

/** Describes a route on its route line: summary, responses and error codes. */
export function doc(summary: string, responses: Responses, ...refuses: ErrorCode[]) {
  return fact({ summary, responses, refuses })
}

/** A middleware that only adds a fact to its route line. */
export function fact(facts: RouteFact) {
  return noted(
    createMiddleware<AppEnv>((_, next) => next()),
    facts,
  )
}

/** The response schema of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}
