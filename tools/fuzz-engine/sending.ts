import { Buffer } from 'node:buffer'
import type { Operation } from './document.ts'
import type { Body, Plan } from './plan.ts'
import type { Pool } from './pool.ts'
import { asAddress, asHeader, asJson, asText } from './written.ts'

/** A serialized request. */
export interface Sending {
  method: string
  /** Path and query, exactly as sent. */
  address: string
  headers: Record<string, string>
  body: Buffer | null
}

/** Files that the server accepts, by content type. */
export type Files = Record<string, Buffer>

export function written(plan: Plan, { path }: Operation, pool: Pool, files: Files): Sending {
  const steps = path.replace(/\{(\w+)\}/g, (_, name) => asAddress(plan.path[name], pool) || '-')
  const query = plan.query.map(([name, value]) => `${asAddress(name, pool)}=${asAddress(value, pool)}`).join('&')
  const tail = plan.tail === undefined ? '' : asAddress(plan.tail, pool)
  const headers: Record<string, string> = {}
  const body = plan.body && writtenBody(plan.body, pool, files)
  if (body?.type) headers['content-type'] = body.type
  for (const [name, value] of plan.headers) {
    if (value === undefined) delete headers[name]
    else headers[name] = asHeader(value, pool)
  }
  return { method: plan.method, address: `${steps}${tail}${query && `?${query}`}`, headers, body: body?.bytes ?? null }
}

function writtenBody({ type, content, share = 1 }: Body, pool: Pool, files: Files) {
  const isForm = type === 'multipart/form-data'
  const whole = isForm
    ? multipart(content, pool, files)
    : Buffer.from(type === 'application/x-www-form-urlencoded' ? fields(content, pool) : asJson(content, pool))
  const bytes = whole.subarray(0, Math.floor(whole.length * share))
  return { bytes, type: isForm ? `${type}; boundary=${BOUNDARY}` : type }
}

const BOUNDARY = 'a-form-of-the-fuzz'

/** A string field of a form is a file: half of them are valid files. */
function multipart(content: unknown, pool: Pool, files: Files): Buffer {
  const parts = Object.entries(Object(content)).flatMap(([name, value]) => {
    const text = Buffer.from(asText(value, pool))
    const [type, file] = Object.entries(files)[text.length % (2 * Object.keys(files).length)] ?? ['image/png', text]
    const disposition = `form-data; name="${name.replace(/["\r\n]/g, '_')}"; filename="odd"`
    return [`--${BOUNDARY}\r\ncontent-disposition: ${disposition}\r\ncontent-type: ${type}\r\n\r\n`, file, '\r\n']
  })
  return Buffer.concat(
    [...parts, `--${BOUNDARY}--\r\n`].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
}

function fields(content: unknown, pool: Pool): string {
  return Object.entries(Object(content))
    .map(([name, value]) => `${asAddress(name, pool)}=${asAddress(value, pool)}`)
    .join('&')
}
