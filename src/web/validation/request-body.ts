import { createMiddleware } from 'hono/factory'
import type { AppEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { JSON_BODY_MAX } from '#kernel/sizes.ts'

const DRAIN_MAX = 16 * 1024 * 1024

/** Reads the body, at most 1 MiB of it. A missing body counts as an empty object. */
export async function withJsonBody(request: Request): Promise<{ request: Request; bytes: number }> {
  const body = await readAtMost(request, JSON_BODY_MAX)
  const headers = new Headers(request.headers)
  headers.set('content-type', 'application/json')
  const read = new Request(request.url, {
    method: request.method,
    headers,
    body: body.length === 0 ? '{}' : body,
  })
  return { request: read, bytes: body.length }
}

/** The whole body. Throws `code` if the body is longer than `most` bytes. */
export async function readAtMost(
  request: Request,
  most: number,
  code: 'body_too_large' | 'file_too_large' = 'body_too_large',
): Promise<Uint8Array<ArrayBuffer>> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > most) throw new AppError(code)
  // The runtime reads the announced bytes at once. The loop below runs for each 4 KB of a body.
  if (announced > 0) {
    const body = new Uint8Array(await request.arrayBuffer())
    if (body.length > most) throw new AppError(code)
    return body
  }
  let body = new Uint8Array(FIRST_ROOM)
  let length = 0
  for await (const chunk of request.body ?? []) {
    const start = length
    length += chunk.length
    // Keep reading to the end, also when the body is too long: leaving the loop would cancel the
    // stream, and the client would see a connection reset instead of the response.
    if (length <= most) {
      if (length > body.length)
        body = new Uint8Array(body.buffer.transfer(Math.min(most, 2 * length)))
      body.set(chunk, start)
    } else if (length > DRAIN_MAX) break
  }
  if (length > most) throw new AppError(code)
  return body.subarray(0, length)
}

/** The first size of the buffer, for a body without Content-Length. */
const FIRST_ROOM = 4_096

/**
 * Reads the rest of the body after a refusal, so that the client sees the response and not a
 * connection reset.
 */
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
