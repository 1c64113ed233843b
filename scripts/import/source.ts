import { createReadStream, openAsBlob } from 'node:fs'
import { lstat, mkdtemp, opendir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative, sep } from 'node:path'
import { Readable } from 'node:stream'
import { ImportError, LIMITS } from '#import/import-error.ts'
import { filesOf, type StoredFile, sourceFiles } from '#import/open-files.ts'
import { piecesOf } from '#import/pieces.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { isTarball, unpackTarball } from './tarball.ts'

/** The files to import: a folder, a ZIP or tar archive, or one other file. `close` deletes unpacked files. */
export async function openSource(path: string): Promise<{ files: SourceFiles; close(): Promise<void> }> {
  const found = await lstat(path).catch(() => null)
  if (found?.isDirectory()) return { files: await filesIn(path), close: async () => {} }
  if (!found?.isFile()) throw new Failure(`there is no file or folder ${path}`)
  if (!(await isTarball(path))) return { files: await filesOf([await fileAt(path)]), close: async () => {} }
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

/** Reads nothing yet. */
async function fileAt(path: string): Promise<File> {
  return new File([await openAsBlob(path)], basename(path))
}

/** The files of a folder, without those behind symbolic links: a link could lead to any file of this machine. */
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
