import { AppError } from '#kernel/errors.ts'

/**
 * The file in the form field `name`, or null. Returns a view of the body, not a copy, because image
 * decoding needs the memory. `formData()` would make two copies, and an object for each of up to a
 * hundred thousand fields.
 */
export function fileInForm(
  body: Uint8Array<ArrayBuffer>,
  type: string,
  name: string,
): Uint8Array<ArrayBuffer> | null {
  const boundary = encoder.encode(`\r\n--${boundaryOf(type)}`)
  // The first boundary may be at the start of the body.
  let at = startsWith(body, boundary.subarray(2), 0) ? -2 : indexOf(body, boundary, 0)
  for (let part = 0; part < PARTS_MAX; part += 1) {
    const start = at + boundary.length
    if (startsWith(body, ENDING, start)) return null
    const content = indexOf(body, EMPTY_LINE, start) + EMPTY_LINE.length
    if (content - start > HEADER_BYTES_MAX) malformed()
    at = indexOf(body, boundary, content)
    if (isFile(decoder.decode(body.subarray(start, content)), name))
      return body.subarray(content, at)
  }
  return malformed()
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const EMPTY_LINE = encoder.encode('\r\n\r\n')
const ENDING = encoder.encode('--')
/** The forms of the site have one part. Other clients may add a few. */
const PARTS_MAX = 20
const HEADER_BYTES_MAX = 4_096
/** The maximum length of RFC 2046, section 5.1.1. */
const BOUNDARY_MAX = 70

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]*)"|([^\s;"]*))\s*(?:;|$)/i.exec(type) ?? []
  const boundary = quoted ?? plain ?? ''
  return boundary !== '' && boundary.length <= BOUNDARY_MAX ? boundary : malformed()
}

function isFile(headers: string, name: string): boolean {
  const disposition = /^content-disposition:[ \t]*form-data[ \t]*;(.*)$/im.exec(headers)?.[1] ?? ''
  const named = /(?:^|;)\s*name=(?:"([^"]*)"|([^\s;]*))/i.exec(disposition)
  return (named?.[1] ?? named?.[2]) === name && /(?:^|;)\s*filename\*?=/i.test(disposition)
}

function indexOf(body: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first] = wanted
  for (let at = body.indexOf(first ?? 0, from); at !== -1; at = body.indexOf(first ?? 0, at + 1)) {
    if (startsWith(body, wanted, at)) return at
  }
  return malformed()
}

function startsWith(body: Uint8Array, wanted: Uint8Array, at: number): boolean {
  return wanted.every((byte, index) => body[at + index] === byte)
}

function malformed(): never {
  throw new AppError('bad_request')
}
