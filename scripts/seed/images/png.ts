import { crc32, deflateSync } from 'node:zlib'

/** Eight bits each of red, green and blue, row by row. */
export interface Bitmap {
  width: number
  height: number
  data: Uint8Array
}

export function encodePng({ width, height, data }: Bitmap): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(unfiltered(width, height, data))), chunk('IEND')]
  return Uint8Array.from(Buffer.concat([SIGNATURE, ...parts]))
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function chunk(type: string, body: Uint8Array = new Uint8Array()): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(body.length, 0)
  framed.set(named, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}

/** Flat shapes on slow gradients: such pictures compress best as they are, without differences between rows. */
function unfiltered(width: number, height: number, data: Uint8Array): Uint8Array {
  const stride = width * 3
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  return rows
}
