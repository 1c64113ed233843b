import { createMiddleware } from 'hono/factory'
import type { MemberEnv } from '#env'
import { levelOf } from '#features/core/people/level.ts'
import { AppError } from '#kernel/errors.ts'
import { noted } from '#web/openapi/route-facts.ts'

/** Refuses viewers below this level before the request body is read. Use it after the guard on the route line. */
export function fromLevel(level: number) {
  const gate = createMiddleware<MemberEnv>(async (c, next) => {
    if (levelOf(c.var.viewer.exp) < level) throw new AppError('level_too_low')
    await next()
  })
  return noted(gate, { refuses: ['level_too_low'] })
}
