import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import type { AppEnv } from '#env'
import type { ErrorCode } from '#kernel/errors.ts'
import { type Answers, noted } from '#web/openapi/route-facts.ts'

/** Says what a route is for, what it answers and how it may refuse, on the route line itself. */
export function doc(summary: string, answers: Answers, ...refuses: ErrorCode[]) {
  return noted(
    createMiddleware<AppEnv>((_, next) => next()),
    { doc: { summary, answers }, refuses },
  )
}

/** Every list answers like this. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), next_cursor: z.string().nullable() })
}
