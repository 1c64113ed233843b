import { createMiddleware } from 'hono/factory'
import * as z from 'zod'
import type { MemberEnv } from '#env'
import { AppError } from '#kernel/errors.ts'
import { fieldProblem } from '#kernel/fields.ts'
import { FILE_BYTES_MAX } from '#kernel/sizes.ts'
import { countWrite } from '#web/limits/limits.ts'
import { noted } from '#web/openapi/route-facts.ts'
import { fileInForm } from '#web/uploads/form-file.ts'
import { readAtMost } from '#web/validation/request-body.ts'

/** Maximum bytes of a form around its file: boundaries, names, a few small fields. */
const WRAPPING_MAX = 64 * 1024

interface UploadEnv {
  Bindings: MemberEnv['Bindings']
  Variables: MemberEnv['Variables'] & { file: Uint8Array<ArrayBuffer> }
}

/**
 * Puts the bytes of the form field `file` into `c.var.file`. Must come after `member` on the route line, so that no body is
 * read for a viewer who may not upload. File name and type are ignored: the format is detected from the bytes.
 */
export const uploadedFile = noted(
  createMiddleware<UploadEnv>(async (c, next) => {
    await countWrite(c, 'upload')
    c.set('file', await fileOf(c.req.raw))
    await next()
  }),
  {
    input: { in: 'form', schema: z.object({ file: z.file().max(FILE_BYTES_MAX) }) },
    refuses: ['rate_limited', 'bad_request', 'validation_failed', 'file_too_large', 'unsupported_type'],
  },
)

async function fileOf(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  const type = request.headers.get('content-type')
  if (type === null) throw missing()
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError('unsupported_type')
  const body = await readAtMost(request, FILE_BYTES_MAX + WRAPPING_MAX, 'file_too_large')
  const file = fileInForm(body, type, 'file')
  // A form sent without a chosen file contains an empty file.
  if (file === null || file.byteLength === 0) throw missing()
  if (file.byteLength > FILE_BYTES_MAX) throw new AppError('file_too_large')
  return file
}

function missing(): AppError {
  return new AppError('validation_failed', { fields: { file: fieldProblem('required') } })
}
