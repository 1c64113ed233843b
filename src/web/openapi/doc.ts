import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { AppEnv } from '#env'
import type { ErrorCode } from '#kernel/errors.ts'
import { type Answers, noted } from '#web/openapi/route-facts.ts'

/** Describes a route on its route line: summary, responses and error codes. */
export function doc(summary: string, answers: Answers, ...refuses: ErrorCode[]) {
  return noted(
    createMiddleware<AppEnv>((_, next) => next()),
    { doc: { summary, answers }, refuses },
  )
}

/** The response schema of every list. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}
