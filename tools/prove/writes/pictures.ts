import { deflateSync } from 'node:zlib'
import { pngFile } from '../../../test/features/core/images/hostile.ts'
import { jsonOf } from './ask.ts'
import type { Act } from './world.ts'

/** Identified by its size, because an unanswered upload has no name: each image has different dimensions. */
export const FOUND_PICTURES = `
  SELECT 'picture:' || width || 'x' || height AS fact, 'of ' || user_id || ', bytes ' || bytes AS value FROM images`

export const upload: Act = async ({ writeLog, count, pictures }, person) => {
  const bytes = pictureOf(count())
  const { width, height } = sizeOf(bytes)
  const answer = await writeLog.write({
    fact: `picture:${width}x${height}`,
    next: `of ${person.uid}, bytes ${bytes.length}`,
    send: () => person.send('POST', '/api/posts/upload-image', bytes),
  })
  if (answer?.status === 201) pictures.push({ url: jsonOf<{ url: string }>(answer).url, bytes })
}

const NARROWEST = 16
const WIDTHS = 400

function pictureOf(n: number): Uint8Array {
  const width = NARROWEST + (n % WIDTHS)
  const height = NARROWEST + Math.floor(n / WIDTHS)
  const row = width * 3 + 1
  // Each row starts with its filter type, 0.
  const rows = Uint8Array.from({ length: row * height }, (_, at) => (at % row === 0 ? 0 : (at * 7 + n * 31) % 256))
  return pngFile(width, height, [8, 2, 0], deflateSync(rows))
}

function sizeOf(png: Uint8Array): { width: number; height: number } {
  const view = new DataView(png.buffer, png.byteOffset)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}
