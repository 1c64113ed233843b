import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { JSON_BODY_MAX } from '#kernel/sizes.ts'

const DRAIN_MAX = 16 * 1024 * 1024

/** The request with its body read, at most 1 MiB of it. An absent body counts as an empty object. */
export async function withJsonBody(request: Request): Promise<Request> {
  const body = await readAtMost(request, JSON_BODY_MAX)
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  return new Request(request.url, { method: request.method, headers, body: body.length === 0 ? '{}' : body })
}

/** The whole body, or a refusal with `code` once it is longer than `most` bytes. */
export async function readAtMost(
  request: Request,
  most: number,
  code: 'body_too_large' | 'file_too_large' = 'body_too_large',
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > most) throw new AppError(code)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body ?? []) {
    length += chunk.length
    // Reads on to the end: leaving the loop would cancel the stream, and the client would see a reset instead of the answer.
    if (length <= most) chunks.push(chunk)
    else if (length > DRAIN_MAX) break
  }
  if (length > most) throw new AppError(code)
  const body = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    body.set(chunk, offset)
    offset += chunk.length
  }
  return body
}

/** Reads what a refusing handler left unread, so that the client sees the answer and not a reset. */
export const drainRefusedBodies = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  const { body, bodyUsed } = c.req.raw
  if (body === null || bodyUsed) return
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > DRAIN_MAX) break
  }
})
