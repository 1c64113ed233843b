import { crc32 } from '#kernel/formats/crc32.ts'

export interface ZipEntry {
  name: string
  /** Bytes that are already compressed, such as an image, or a stream of text that is compressed here. */
  content: Uint8Array<ArrayBuffer> | AsyncIterable<string> | Iterable<string>
}

/**
 * A streamed ZIP file. Only the directory line of each entry stays in memory. Without the 64-bit extension, so the limits
 * are 4 GB and 65,535 entries.
 */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, now: Date): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const directory: Uint8Array<ArrayBuffer>[] = []
  let at = 0
  for await (const { name, content } of entries) {
    const file: Written = { name: new TextEncoder().encode(name), crc: 0, size: 0, packed: 0, method: STORED, at }
    for await (const piece of content instanceof Uint8Array ? stored(file, content, now) : packed(file, content, now)) {
      at += piece.byteLength
      yield piece
    }
    directory.push(directoryLine(file, now))
  }
  const length = directory.reduce((sum, line) => sum + line.byteLength, 0)
  yield* directory
  yield record([4, END], [2, 0], [2, 0], [2, directory.length], [2, directory.length], [4, length], [4, at], [2, 0])
}

interface Written {
  name: Uint8Array
  crc: number
  size: number
  packed: number
  method: number
  /** Offset of the entry in the file. */
  at: number
}

const LOCAL = 0x04034b50
const DIRECTORY = 0x02014b50
const DESCRIPTOR = 0x08074b50
const END = 0x06054b50
const STORED = 0
const DEFLATED = 8
const VERSION = 20
/** Local file header. The name is UTF-8. If the sizes are not known yet, they follow the data. */
const UTF8 = 0x800
const SIZES_FOLLOW = 0x8

function* stored(file: Written, bytes: Uint8Array<ArrayBuffer>, now: Date): Generator<Uint8Array<ArrayBuffer>> {
  Object.assign(file, { crc: crc32(bytes), size: bytes.byteLength, packed: bytes.byteLength })
  yield record([4, LOCAL], [2, VERSION], ...facts(file, now), [2, file.name.byteLength], [2, 0], file.name)
  yield bytes
}

async function* packed(
  file: Written,
  text: AsyncIterable<string> | Iterable<string>,
  now: Date,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  file.method = DEFLATED
  yield record([4, LOCAL], [2, VERSION], ...facts(file, now), [2, file.name.byteLength], [2, 0], file.name)
  const { readable, writable } = new CompressionStream('deflate-raw')
  const writer = writable.getWriter()
  const write = async () => {
    for await (const piece of text) {
      const bytes = new TextEncoder().encode(piece)
      file.crc = crc32(bytes, file.crc)
      file.size += bytes.byteLength
      await writer.write(bytes)
    }
    await writer.close()
  }
  const writing = write().catch((error: unknown) => writer.abort(error))
  for await (const piece of readable as AsyncIterable<Uint8Array<ArrayBuffer>> & typeof readable) {
    file.packed += piece.byteLength
    yield piece
  }
  await writing
  yield record([4, DESCRIPTOR], [4, file.crc], [4, file.packed], [4, file.size])
}

function directoryLine(file: Written, now: Date): Uint8Array<ArrayBuffer> {
  const head: Field[] = [[4, DIRECTORY], [2, VERSION], [2, VERSION], ...facts(file, now), [2, file.name.byteLength]]
  return record(...head, [2, 0], [2, 0], [2, 0], [2, 0], [4, 0], [4, file.at], file.name)
}

function facts({ method, crc, packed, size }: Written, now: Date): Field[] {
  const flags = UTF8 | (method === DEFLATED ? SIZES_FOLLOW : 0)
  const time = (now.getUTCHours() << 11) | (now.getUTCMinutes() << 5) | (now.getUTCSeconds() >> 1)
  const date = ((now.getUTCFullYear() - 1980) << 9) | ((now.getUTCMonth() + 1) << 5) | now.getUTCDate()
  return [
    [2, flags],
    [2, method],
    [2, time],
    [2, date],
    [4, crc],
    [4, packed],
    [4, size],
  ]
}

type Field = readonly [length: 2 | 4, value: number] | Uint8Array

function record(...fields: Field[]): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(
    fields.flatMap((field) => {
      if (field instanceof Uint8Array) return [...field]
      const [length, value] = field
      return Array.from({ length }, (_, byte) => (value >>> (8 * byte)) & 0xff)
    }),
  )
}
