import { crc32, deflateRawSync, constants as zlib } from 'node:zlib'

export interface TestEntry {
  name: string
  content?: string | Uint8Array
  /** Overrides what the headers say, for hostile archives. */
  packed?: Uint8Array
  size?: number
  crc?: number
  method?: number
  flags?: number
  /** Place of the local header, if another entry has it. */
  at?: number
}

/** A ZIP archive. The site's own writer cannot write broken ones. */
export function zipOf(entries: readonly TestEntry[], name = 'export.zip'): File {
  const parts: Uint8Array[] = []
  const directory: Uint8Array[] = []
  let at = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.packed ?? (entry.method === 0 ? content : deflateRawSync(content))
    const file = Buffer.from(entry.name)
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(entry.flags ?? 0x800, 2)
    fields.writeUInt16LE(entry.method ?? 8, 4)
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(entry.size ?? content.length, 18)
    fields.writeUInt16LE(file.length, 22)
    if (entry.at === undefined) parts.push(u32(0x04034b50), fields, file, packed)
    const attributes = Buffer.alloc(14)
    attributes.writeUInt32LE(entry.at ?? at, 10)
    directory.push(u32(0x02014b50), Buffer.from([20, 0]), fields, attributes, file)
    if (entry.at === undefined) at += 30 + file.length + packed.length
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length & 0xffff, 4)
  end.writeUInt16LE(entries.length & 0xffff, 6)
  end.writeUInt32LE(length, 8)
  end.writeUInt32LE(at, 12)
  return new File([Buffer.concat([...parts, ...directory, u32(0x06054b50), end])], name)
}

export const emptyEntries = (count: number): TestEntry[] =>
  Array.from({ length: count }, (_, index) => ({ name: `${index}.md`, packed: new Uint8Array() }))

/** The memory in use, without garbage if Node exposes its collector. */
export function memory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

/** Compressed zeros: a kilobyte for each megabyte. */
export function packedZeros(megabytes: number): Uint8Array {
  const one = deflateRawSync(Buffer.alloc(1024 * 1024), { finishFlush: zlib.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), Buffer.from([3, 0])])
}

/** The files of a folder, as a browser gives them. */
export function folderOf(
  files: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>,
  folder = 'blog',
): File[] {
  return Object.entries(files).map(([name, content]) =>
    Object.defineProperty(new File([content], name.split('/').at(-1) ?? ''), 'webkitRelativePath', {
      value: `${folder}/${name}`,
    }),
  )
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
