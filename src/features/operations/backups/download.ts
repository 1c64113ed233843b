import {
  AGE,
  bytesOf,
  type Contents,
  MANIFEST,
  manifestIn,
  objectOf,
} from '#features/operations/backups/format.ts'
import { backupsIn, type FinishedBackup } from '#features/operations/backups/retention.ts'
import { AppError } from '#kernel/errors.ts'
import { EMPTY_ZIP, ZipWriter } from '#kernel/formats/zip.ts'

/** A ZIP without the 64-bit extension has at most 65,535 entries and 4 GB. */
const FILES_MAX = 65_000
const BYTES_MAX = 3_500_000_000

/**
 * A finished backup as one ZIP file. Unpacked, it is a folder for `npm run joule -- restore`. One
 * file of the backup is in memory at a time. A backup that is too large for a ZIP is `too_complex`:
 * the command line fetches it.
 */
export async function backupFile(
  bucket: R2Bucket,
  name: string,
): Promise<AsyncGenerator<Uint8Array<ArrayBuffer>>> {
  const backup = (await backupsIn(bucket)).find(({ id }) => id === name)
  const manifest = backup && (await (await bucket.get(objectOf(backup.id, MANIFEST)))?.text())
  const contents = manifest === undefined ? 'unreadable' : await manifestIn(manifest)
  if (!backup || manifest === undefined || typeof contents === 'string')
    throw new AppError('not_found')
  const files = Object.values(contents.files)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  if (files.length > FILES_MAX || bytes > BYTES_MAX) throw new AppError('too_complex')
  return zipped(bucket, backup, contents, manifest)
}

async function* zipped(
  bucket: R2Bucket,
  { id, taken_at }: FinishedBackup,
  { files }: Contents,
  manifest: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const at = new Date(taken_at)
  const directory: Uint8Array<ArrayBuffer>[] = []
  let zip = new ZipWriter(EMPTY_ZIP, at)
  for (const name of Object.keys(files)) {
    const object = await bucket.get(objectOf(id, name))
    // The reader of the ZIP finds the missing file by the manifest.
    if (object === null) throw new Error(`${name} is missing from the backup`)
    zip.store(name, await unpacked(object, name))
    directory.push(...zip.directory)
    yield* zip.pieces
    zip = new ZipWriter(zip.state, at)
  }
  zip.store(MANIFEST, bytesOf(manifest))
  directory.push(...zip.directory)
  yield* zip.pieces
  zip = new ZipWriter(zip.state, at)
  zip.end(new Uint8Array(await new Blob(directory).arrayBuffer()))
  yield* zip.pieces
}

/** SQL files are stored with gzip, and their hashes are those of the SQL. */
async function unpacked(object: R2ObjectBody, name: string): Promise<Uint8Array<ArrayBuffer>> {
  const isPacked = name.startsWith('database/') && !name.endsWith(AGE)
  const stream = isPacked ? object.body.pipeThrough(new DecompressionStream('gzip')) : object.body
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
