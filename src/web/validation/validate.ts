import { zValidator } from '@hono/zod-validator'
import type { Context } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem, problemIn } from '#kernel/fields.ts'
import {
  CURSOR_MAX,
  decodeCursor,
  PAGE_SIZE,
  PAGE_SIZE_MAX,
  type PageRequest,
} from '#kernel/paging.ts'
import { PRICES } from '#kernel/prices.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { withJsonBody } from '#web/validation/request-body.ts'

/** A JSON body. Unknown fields are ignored, wrong types are refused. */
export function json<Schema extends z.ZodType>(schema: Schema) {
  const validate = zValidator('json', schema, (result, c) => {
    refuseInvalid(result, c)
    if (result.success) refuseNul(result.data)
  })
  const readThenValidate: typeof validate = async (c, next) => {
    const { request, bytes } = await withJsonBody(c.req.raw)
    c.req.raw = request
    // The types of validated input make the context another type, though it is the same object.
    const { meter } = (c as unknown as Context<AppEnv>).var
    meter.spend(bytes * PRICES.bodyByte)
    return validate(c, next)
  }
  const refuses = ['bad_request', 'validation_failed', 'body_too_large'] as const
  return noted(readThenValidate, { input: { in: 'json', schema }, refuses: [...refuses] })
}

/** The query string. A malformed cursor is `bad_request`, other errors are `validation_failed`. */
export function query<Schema extends z.ZodType>(schema: Schema) {
  const takesCursor = schema instanceof z.ZodObject && 'cursor' in schema.shape
  return noted(zValidator('query', schema, refuseInvalid), {
    input: { in: 'query', schema },
    refuses: takesCursor ? ['bad_request', 'validation_failed'] : ['validation_failed'],
  })
}

/** Path parameters. A malformed value is `bad_request`, not `validation_failed`. */
export function param<Schema extends z.ZodType>(schema: Schema) {
  const validate = zValidator('param', schema, (result) => {
    if (!result.success) throw new AppError('bad_request')
  })
  return noted(validate, { input: { in: 'param', schema }, refuses: ['bad_request', 'not_found'] })
}

/**
 * Path parameters of a page. A malformed value is an unknown path, which may be an old address of a
 * page.
 */
export function pageParam<Schema extends z.ZodType>(schema: Schema) {
  const validate = zValidator('param', schema, (result, c) => {
    return result.success ? undefined : c.notFound()
  })
  return noted(validate, { input: { in: 'param', schema }, refuses: ['not_found'] })
}

export const pathId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)
  .meta({ type: 'integer', minimum: 1 })

export const idParam = param(z.object({ id: pathId }))
export const uidParam = param(z.object({ uid: pathId }))
export const pageId = pageParam(z.object({ id: pathId }))
export const pageUid = pageParam(z.object({ uid: pathId }))

/**
 * The parameters `limit` and `cursor` of every list. Spread them into the query schema of a list.
 */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(PAGE_SIZE_MAX).default(PAGE_SIZE),
  // `decodeCursor` parses it later: an invalid cursor is `bad_request`.
  cursor: z.string().meta({ maxLength: CURSOR_MAX }).optional(),
}

/**
 * The query of a page with a list. Invalid filters are ignored, because forms also send empty
 * fields.
 */
export function pageFilters<Shape extends Record<string, z.ZodType>>(filters: Shape) {
  const entries = Object.entries(filters).map(([name, filter]) => [name, filter.catch(undefined)])
  const shape = Object.fromEntries(entries) as { [Name in keyof Shape]: z.ZodCatch<Shape[Name]> }
  return query(z.object({ ...shape, cursor: pageQuery.cursor }))
}

export function pageRequest({
  limit = PAGE_SIZE,
  cursor,
}: {
  limit?: number
  cursor?: string | undefined
}): PageRequest {
  return { limit, ...(cursor === undefined ? { after: null } : decodeCursor(cursor)) }
}

/**
 * Refuses the character NUL in every string of a body. Text fields refuse it themselves
 * (`kernel/fields.ts`), but addresses and other formats accept it, and `new URL` encodes it.
 */
function refuseNul(value: unknown, path: string[] = []): void {
  if (typeof value === 'string' && value.includes('\0'))
    throw new AppError('validation_failed', {
      fields: { [path.join('.')]: fieldProblem('unreadable') },
    })
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) refuseNul(part, [...path, name])
}

function refuseInvalid(result: { success: boolean; error?: z.core.$ZodError }, c: Context): void {
  if (result.success || result.error === undefined) return
  const fields: Record<string, string> = {}
  for (const issue of result.error.issues) {
    fields[issue.path.join('.')] ??= problemIn(issue, c.var.language)
  }
  throw new AppError('validation_failed', { fields })
}
