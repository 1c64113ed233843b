import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { MemberEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { FairQueue } from '#kernel/fair-queue.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { PRICES } from '#kernel/prices.ts'
import { CSV_BYTES_MAX, FILE_BYTES_MAX } from '#kernel/sizes.ts'
import { countWrite } from '#web/limits/limits.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { fileInForm } from '#web/uploads/form-file.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/** Maximum bytes of a form around its file: boundaries, names and a few small fields. */
const WRAPPING_MAX = 64 * 1024

/** Bodies in memory. Twenty bodies of one user at the same time would fill the isolate. */
const bodies = new FairQueue({ mostOfOne: 2 })

/**
 * Puts the bytes of the form field `file` into `c.var.file`. Must come after `member` on the route
 * line, so that no body is read for a viewer who may not upload. File name and type are ignored:
 * the format is detected from the bytes.
 */
export const uploadedFile = noted(
  createMiddleware<MemberEnv<{ file: Uint8Array<ArrayBuffer> }>>(async (c, next) => {
    await countWrite(c, 'upload')
    const user = String(c.var.viewer.uid)
    await bodies.run(user, async () => {
      const file = await fileOf(c.req.raw, FILE_BYTES_MAX)
      c.set('file', file)
      c.var.meter.spend(PRICES.file + file.byteLength * PRICES.storedByte)
      await next()
    })
  }),
  {
    input: { in: 'form', schema: z.object({ file: z.file().max(FILE_BYTES_MAX) }) },
    refuses: [
      'bad_request',
      'validation_failed',
      'file_too_large',
      'unsupported_type',
      'too_complex',
    ],
  },
)

/**
 * Puts the text of a CSV file into `c.var.csv`: a body of the type text/csv, or the form field
 * `file`.
 */
export const uploadedCsv = noted(
  createMiddleware<MemberEnv<{ csv: string }>>(async (c, next) => {
    c.set('csv', await csvOf(c))
    await next()
  }),
  {
    input: { in: 'form', schema: z.object({ file: z.file().max(CSV_BYTES_MAX) }) },
    refuses: ['bad_request', 'validation_failed', 'file_too_large', 'unsupported_type'],
  },
)

export async function csvOf(
  c: Parameters<typeof countWrite>[0] & { req: { raw: Request } },
): Promise<string> {
  await countWrite(c, 'upload')
  const request = c.req.raw
  const isPlain = /^text\/csv\s*(?:;|$)/i.test(request.headers.get('content-type') ?? '')
  const file = isPlain
    ? await readAtMost(request, CSV_BYTES_MAX, 'file_too_large')
    : await fileOf(request, CSV_BYTES_MAX)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(file)
  } catch {
    throw new AppError('validation_failed', { fields: { file: fieldProblem('not_utf8') } })
  }
}

async function fileOf(request: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get('content-type')
  if (type === null) throw missing()
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('unsupported_type')
  const body = await readAtMost(request, most + WRAPPING_MAX, 'file_too_large')
  const file = fileInForm(body, type, 'file')
  // A form that is sent without a chosen file contains an empty file.
  if (file === null || file.byteLength === 0) throw missing()
  if (file.byteLength > most) throw new AppError('file_too_large')
  return file
}

function missing(): AppError {
  return new AppError('validation_failed', { fields: { file: fieldProblem('required') } })
}
