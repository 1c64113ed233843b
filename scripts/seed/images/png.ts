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
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(filtered(width, height, data))), chunk('IEND')]
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

/** Each row as its difference from the one above: of a picture that changes slowly downwards, almost nothing is left. */
function filtered(width: number, height: number, data: Uint8Array): Uint8Array {
  const stride = width * 3
  const rows = new Uint8Array((stride + 1) * height)
  for (let y = 0; y < height; y++) {
    const to = y * (stride + 1)
    const from = y * stride
    rows[to] = 2
    for (let i = 0; i < stride; i++) {
      const above = y === 0 ? 0 : (data[from - stride + i] ?? 0)
      rows[to + 1 + i] = (data[from + i] ?? 0) - above
    }
  }
  return rows
}
