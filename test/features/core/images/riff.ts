import { ascii, joined } from '#features/core/images/formats/file.ts'
import { uint32 } from './make.ts'

/** A WebP file of these chunks. */
export function riff(...chunks: Uint8Array[]): Uint8Array {
  const content = joined([ascii('WEBP'), ...chunks])
  return joined([ascii('RIFF'), uint32(content.length, true), content])
}

export function webpChunk(type: string, content: string | Uint8Array): Uint8Array {
  const data = typeof content === 'string' ? ascii(content) : content
  return joined([ascii(type), uint32(data.length, true), data, new Uint8Array(data.length % 2)])
}
