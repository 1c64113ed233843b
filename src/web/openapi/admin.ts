import { createMiddleware } from 'hono/factory'
import type * as z from 'zod'
import type { MemberEnv } from '#env'
import { type ErrorCode, isErrorCode } from '#kernel/errors.ts'
import { admin, owner } from '#web/guards/access.ts'
import { fact } from '#web/openapi/doc.ts'
import { factOf, noted, type Repeat, type Responses } from '#web/openapi/route-facts.ts'

// An admin route has one line for its guard and its facts: the name in generated clients, the
// effect of a second request, the response and the error codes.

/** The schema of the response with status 200, null for a 204, or the schemas by status. */
type Reply = z.ZodType | Responses | null

export const adminRead = (name: string, reply: Reply, ...refuses: ErrorCode[]) =>
  guarded(admin, { name, reply, refuses })
export const ownerRead = (name: string, reply: Reply, ...refuses: ErrorCode[]) =>
  guarded(owner, { name, reply, refuses })
export const ownerFreshRead = (name: string, reply: Reply, ...refuses: ErrorCode[]) =>
  guarded(owner, { name, reply, refuses, fresh: true })
export const adminWrite = (name: string, repeat: Repeat, reply: Reply, ...refuses: ErrorCode[]) =>
  guarded(admin, { name, repeat, reply, refuses })
export const adminFreshWrite = (
  name: string,
  repeat: Repeat,
  reply: Reply,
  ...refuses: ErrorCode[]
) => guarded(admin, { name, repeat, reply, refuses, fresh: true })
export const ownerWrite = (name: string, repeat: Repeat, reply: Reply, ...refuses: ErrorCode[]) =>
  guarded(owner, { name, repeat, reply, refuses })
export const ownerFreshWrite = (
  name: string,
  repeat: Repeat,
  reply: Reply,
  ...refuses: ErrorCode[]
) => guarded(owner, { name, repeat, reply, refuses, fresh: true })

export const summary = (summary: string) => fact({ summary })

interface Described {
  name: string
  repeat?: Repeat
  reply: Reply
  refuses: ErrorCode[]
  fresh?: true
}

function responsesOf(reply: Reply) {
  if (reply === null) return { 204: null }
  return isSchema(reply) ? { 200: reply } : reply
}

function guarded(guard: typeof admin, { name, repeat, reply, refuses, fresh }: Described) {
  const again = repeat?.replace('refused: ', '') ?? ''
  const own = factOf(guard)
  return noted(
    createMiddleware<MemberEnv>((c, next) => guard(c, next)),
    {
      ...own,
      operation: { name, tag: 'admin', ...(fresh && { fresh }) },
      ...(repeat && { repeat }),
      responses: responsesOf(reply),
      refuses: [...(own.refuses ?? []), ...(isErrorCode(again) ? [again] : []), ...refuses],
    },
  )
}

function isSchema(reply: z.ZodType | Responses): reply is z.ZodType {
  return 'safeParse' in reply
}
