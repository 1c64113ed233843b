import { createReadStream, createWriteStream, openAsBlob } from 'node:fs'
import { lstat, mkdir, mkdtemp, opendir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { filesOf, type StoredFile, sourceFiles } from '#import/open-files.ts'
import { isNoise, piecesOf, type SourceFiles, safeName } from '#import/source-files.ts'
import { Failure } from '../bootstrap/failure.mjs'

/**
 * Opens the files to import: a folder, a ZIP or tar archive, or one other file. `close` deletes
 * unpacked files.
 */
export async function openSource(
  path: string,
): Promise<{ files: SourceFiles; close(): Promise<void> }> {
  const found = await lstat(path).catch(() => null)
  if (found?.isDirectory()) return { files: await filesIn(path), close: async () => {} }
  if (!found?.isFile()) throw new Failure(`there is no file or folder ${path}`)
  if (!(await isTarball(path))) {
    const file = new File([await openAsBlob(path)], basename(path))
    return { files: await filesOf([file]), close: async () => {} }
  }
  const folder = await mkdtemp(join(tmpdir(), 'joule-import-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    await unpackTarball(path, folder)
    return { files: await filesIn(folder), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The files of a folder, without those behind symbolic links: a link could lead to any file of this
 * machine.
 */
async function filesIn(folder: string): Promise<SourceFiles> {
  const files: StoredFile[] = []
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const { size } = await lstat(path)
    files.push(storedFile(path, relative(folder, path).split(sep).join('/'), size))
    if (files.length > FILES_MAX) throw new ImportError('too_many_files')
  }
  files.sort((one, other) => (one.name < other.name ? -1 : 1))
  return sourceFiles(files, { unpacked: Number.POSITIVE_INFINITY, files: FILES_MAX })
}

/** A forum has more files than a browser could import. */
const FILES_MAX = 10 * LIMITS.files

function storedFile(path: string, name: string, size: number): StoredFile {
  return { name, size, pieces: () => piecesOf(Readable.toWeb(createReadStream(path)) as never) }
}

/**
 * The maximum ratio of unpacked to packed bytes. A dump or an archive of texts becomes about 20
 * times as large at most. A file made to fill the disk has a ratio of 1,000.
 */
const EXPANSION_MAX = 100

/**
 * Throws if there are too many unpacked bytes. `read` returns the number of packed bytes that were
 * read so far.
 */
export async function* bounded(
  unpacked: AsyncIterable<Uint8Array>,
  read: () => number,
  name: string,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  try {
    for await (const piece of unpacked) {
      bytes += piece.byteLength
      if (bytes > LIMITS.unpacked && bytes > EXPANSION_MAX * read())
        throw new ImportError('unpacks_too_large', name)
      yield piece
    }
  } catch (error) {
    throw isBrokenGzip(error) ? new ImportError('invalid_dump', name) : error
  }
}

const isBrokenGzip = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(?:Z_|ERR_)/.test(error.code)

/**
 * Recognises a tar archive, with or without gzip: `ustar` is at byte 257 of the first block. A
 * gzipped one needs a matching file name, because a dump may be gzipped too.
 */
async function isTarball(path: string): Promise<boolean> {
  const start = await beginning(path, 2)
  if (start[0] === 0x1f && start[1] === 0x8b) return /\.(?:tar\.gz|tgz)$/i.test(path)
  return (await beginning(path, 262)).toString('latin1', 257) === 'ustar'
}

/** Unpacks the files into a folder, one piece at a time. Links and devices are left out. */
async function unpackTarball(path: string, folder: string): Promise<void> {
  const packed = createReadStream(path)
  const isPacked = (await beginning(path, 1))[0] === 0x1f
  const plain = isPacked
    ? packed.on('error', (error) => plain.destroy(error)).pipe(createGunzip())
    : packed
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
    await pipeline(
      Readable.fromWeb(body as never),
      createWriteStream(join(folder, name), { flags: 'w', mode: 0o600 }),
    )
  }
}

interface Entry {
  header: { name: string; type: string }
  body: ReadableStream<Uint8Array>
}

/** Discourse stores several smaller copies of each image, which are left out. */
const isWanted = (name: string) => !isNoise(name) && !name.includes('/optimized/')

async function beginning(path: string, length: number): Promise<Buffer> {
  return Buffer.from(await (await openAsBlob(path)).slice(0, length).arrayBuffer())
}
