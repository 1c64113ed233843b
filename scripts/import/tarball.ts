import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { isNoise, safeName } from '#import/file-names.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { bounded } from './bounded.ts'

/** A tar archive, with or without gzip. `ustar` is at byte 257 of the first block. */
export async function isTarball(path: string): Promise<boolean> {
  const start = await beginning(path, 2)
  if (start[0] === 0x1f && start[1] === 0x8b) return /\.(?:tar\.gz|tgz)$/i.test(path)
  return (await beginning(path, 262)).toString('latin1', 257) === 'ustar'
}

/** Unpacks the files into a folder, one piece at a time. Links and devices are left out. */
export async function unpackTarball(path: string, folder: string): Promise<void> {
  const packed = createReadStream(path)
  const isPacked = (await beginning(path, 1))[0] === 0x1f
  const plain = isPacked ? packed.on('error', (error) => plain.destroy(error)).pipe(createGunzip()) : packed
  const bytes = Readable.toWeb(Readable.from(bounded(plain, () => packed.bytesRead, path)))
  let files = 0
  for await (const { header, body } of bytes.pipeThrough(
    createTarDecoder() as never,
  ) as unknown as AsyncIterable<Entry>) {
    const name = header.type === 'file' && isWanted(header.name) ? safeName(header.name) : null
    if (name === null) {
      await body.cancel()
      continue
    }
    files += 1
    if (files > FILES_MAX) throw new ImportError('too_many_files')
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await pipeline(Readable.fromWeb(body as never), createWriteStream(join(folder, name), { flags: 'w', mode: 0o600 }))
  }
}

interface Entry {
  header: { name: string; type: string }
  body: ReadableStream<Uint8Array>
}

/** A forum has more images than a browser could import. */
const FILES_MAX = 10 * LIMITS.files

/** Discourse stores a copy of each image in several sizes. */
const isWanted = (name: string) => !isNoise(name) && !name.includes('/optimized/')

async function beginning(path: string, length: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
