import { bytesOf, type FileMark, sha256Of } from '#features/operations/backups/manifest.ts'
import { randomId } from '#kernel/ids.ts'

/** Characters of one SQL file. */
const FILE = 1_000_000

type Files = Record<string, FileMark>

/**
 * Writes statements as the next files of a backup: packed in the bucket, marked as they are when they are unpacked. No two
 * runs write under one name, so of two at once neither changes what the other has marked.
 */
export async function writeStatements(
  bucket: R2Bucket,
  id: string,
  files: Files,
  statements: Iterable<string>,
): Promise<Files> {
  const written = { ...files }
  const write = async (text: string) => {
    const name = `database/${String(Object.keys(written).length + 1).padStart(5, '0')}-${randomId()}.sql`
    const bytes = bytesOf(text)
    await bucket.put(objectOf(id, name), await packed(bytes))
    written[name] = { bytes: bytes.length, sha256: await sha256Of(bytes) }
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

/** Where the bucket has a file of a backup. Images are kept once for all backups. */
export function objectOf(id: string, file: string): string {
  if (file.startsWith('images/')) return file
  return file.startsWith('database/') ? `${id}/${file}.gz` : `${id}/${file}`
}

function packed(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Response(stream).arrayBuffer()
}
