import { AGE } from '#features/operations/backups/encryption.ts'
import { bytesOf, type FileMark, sha256Of } from '#features/operations/backups/manifest.ts'
import type { Target } from '#features/operations/backups/resources.ts'
import { randomId } from '#kernel/ids.ts'

/** Characters of one SQL file: a page of rows, and what SQL adds to it. */
const FILE = 600_000

type Files = Record<string, FileMark>

/**
 * Writes statements to the next gzip files of a backup. Size and hash are those of the uncompressed SQL, or of the encrypted
 * file. File names contain a random id, so concurrent runs cannot overwrite each other's files.
 */
export async function writeStatements(
  { bucket, encryption }: Target,
  id: string,
  files: Files,
  statements: Iterable<string>,
): Promise<Files> {
  const written = { ...files }
  const write = async (text: string) => {
    const name = `database/${String(Object.keys(written).length + 1).padStart(5, '0')}-${randomId()}.sql`
    const bytes = bytesOf(text)
    if (encryption) {
      const stored = await encryption.encrypt(await packed(bytes))
      await bucket.put(objectOf(id, `${name}.gz${AGE}`), stored)
      written[`${name}.gz${AGE}`] = { bytes: stored.length, sha256: await sha256Of(stored) }
    } else {
      await bucket.put(objectOf(id, name), await packed(bytes))
      written[name] = { bytes: bytes.length, sha256: await sha256Of(bytes) }
    }
  }
  let text = ''
  for (const statement of statements) {
    text += `${statement};\n`
    if (text.length < FILE) continue
    await write(text)
    text = ''
  }
  if (text !== '') await write(text)
  return written
}

/** The key of a backup file in the bucket. All backups share one copy of each image. */
export function objectOf(id: string, file: string): string {
  if (file.startsWith('images/')) return file
  return file.startsWith('database/') && !file.endsWith(AGE) ? `${id}/${file}.gz` : `${id}/${file}`
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
