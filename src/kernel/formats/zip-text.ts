import { crc32 } from '#kernel/formats/crc32.ts'
import { deflated } from '#kernel/formats/packed.ts'

/** A text as an entry of a ZIP file has it. */
export interface ZipText {
  crc: number
  /** The length of the text in bytes. */
  size: number
  deflated: Uint8Array<ArrayBuffer>
}

/** Not in zip.ts, which needs modules of Node: the compute Worker has none. */
export async function zipText(text: string): Promise<ZipText> {
  const bytes = new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>
  return { crc: crc32(bytes), size: bytes.byteLength, deflated: await deflated(bytes) }
}
