import { FILE_BYTES_MAX } from '#kernel/sizes.ts'
import { endlessGif, pngFile, progressiveJpeg } from '../../features/core/images/hostile.ts'
import { pngChunk, riff, webpChunk } from '../../features/core/images/make.ts'
import type { Field } from './sendings.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')

/** The beginning of a file, and the unit that fills it up to the size limit. */
const FILES: Record<string, { start: Uint8Array; unit: Uint8Array }> = {
  'a JPEG of empty segments': { start: jpeg(), unit: bytes('\xff\xfe\x00\x02') },
  'a JPEG of fill bytes': { start: jpeg(), unit: bytes('\xff') },
  'a JPEG of markers': { start: jpeg(), unit: bytes('\xff\xd0') },
  'a JPEG of tables': { start: jpeg(), unit: bytes(`\xff\xc4\x00\x14\x00\x01${'\0'.repeat(16)}`) },
  'a JPEG of empty scans': { start: jpeg(), unit: bytes('\xff\xda\x00\x08\x01\x01\x00\x01\x3f\x00') },
  'a JPEG that never ends': { start: jpeg(), unit: bytes('\x00') },
  'a PNG of empty chunks': { start: png(), unit: pngChunk('tEXt', '') },
  'a PNG of frames': { start: png(), unit: pngChunk('fcTL', new Uint8Array(26)) },
  'a PNG that never ends': { start: png(), unit: bytes('\x00') },
  'a GIF of comments': { start: gif(), unit: bytes('\x21\xfe\x01a\x00') },
  'a GIF of blocks': { start: gif(), unit: bytes('\x01a') },
  'a GIF of frames': { start: gif(), unit: bytes('\x2c\x00\x00\x00\x00\x10\x00\x10\x00\x00\x02\x00') },
  'a WebP of empty chunks': { start: riff(), unit: webpChunk('NONE', '') },
  'a WebP of profiles': { start: riff(), unit: webpChunk('ICCP', 'a') },
  'a WebP of frames': { start: riff(), unit: webpChunk('ANMF', new Uint8Array(16)) },
  letters: { start: bytes(''), unit: bytes('a') },
  'line ends': { start: bytes(''), unit: bytes('\r\n') },
  'almost boundaries': { start: bytes(''), unit: bytes('\r\n--a form-') },
}

/** Repeats parts of the form instead of the file content. */
const FORMS: Record<string, string> = {
  'a form of parts': '--a form\r\ncontent-disposition: form-data; name="a"\r\n\r\na\r\n',
  'a form of headers': 'a: b\r\n',
  'a form of boundaries': '--a form\r\n',
}

/** The file field of an upload route. */
export function uploadField(method: string, path: string): Field {
  const units = [...Object.keys(FILES), ...Object.keys(FORMS)]
  const withUnit = (unit: string) => ({ method, path, headers: HEADERS, body: formOf(unit) })
  return { method, path, name: 'file', isLong: false, units, with: withUnit }
}

const HEADERS = { 'content-type': 'multipart/form-data; boundary="a form"' }

function formOf(unit: string): Uint8Array<ArrayBuffer> {
  const form = FORMS[unit]
  if (form !== undefined) return new Uint8Array(Buffer.alloc(FILE_BYTES_MAX, form, 'latin1'))
  const { start, unit: repeated } = FILES[unit] ?? { start: bytes(''), unit: bytes(unit) }
  const file = Buffer.alloc(FILE_BYTES_MAX, repeated)
  file.set(start)
  // Writes the real length into formats that store it.
  if (file.toString('latin1', 0, 4) === 'RIFF') file.writeUInt32LE(file.length - 8, 4)
  const head = bytes('--a form\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
  return new Uint8Array(Buffer.concat([head, file, bytes('\r\n--a form--\r\n')]))
}

/** Without their end markers. */
function jpeg(): Uint8Array {
  return progressiveJpeg(16, 16, 1).subarray(0, -2)
}

function png(): Uint8Array {
  return pngFile(16, 16, [8, 6, 0], new Uint8Array(0)).subarray(0, -12)
}

function gif(): Uint8Array {
  return endlessGif(16, 16, 10).subarray(0, -1)
}
