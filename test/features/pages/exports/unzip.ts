import { crc32 } from '#kernel/formats/crc32.ts'

/** The files listed in the central directory of a ZIP. Throws if a checksum does not match. */
export async function unzipped(zip: Uint8Array<ArrayBuffer>): Promise<Map<string, Uint8Array>> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const files = new Map<string, Uint8Array>()
  const end = zip.byteLength - 22
  if (view.getUint32(end, true) !== 0x06054b50) throw new Error('no directory')
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [method, crc] = [view.getUint16(at + 10, true), view.getUint32(at + 16, true)]
    const [packed, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true)
    const bytes = zip.slice(start, start + packed)
    const content = method === 0 ? bytes : await inflated(bytes)
    if (content.byteLength !== size || crc32(content) !== crc) throw new Error(`${name} is damaged`)
    files.set(name, content)
    at += 46 + nameLength
  }
  return files
}

async function inflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
