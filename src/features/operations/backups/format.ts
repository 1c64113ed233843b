import * as z from 'zod'
import { hashOf } from '#kernel/crypto/secrets.ts'

export const MANIFEST = 'manifest.json'

const FileShape = z.object({ bytes: z.int(), sha256: z.string().length(64) })

const ContentsShape = z.object({
  format: z.literal(1),
  /** The time of the database snapshot. */
  taken_at: z.iso.datetime(),
  /**
   * The D1 Time Travel bookmark of the snapshot. Null if the backup was not taken on Cloudflare.
   */
  bookmark: z.string().nullable(),
  /**
   * Only the small tables belong to the snapshot. The others were read while the site was running,
   * and the SQL repairs them at the end of a restore.
   */
  paged: z.literal(true).optional(),
  /** Each file is encrypted in the age format, except the manifest. */
  encryption: z.literal('age').optional(),
  migrations: z.array(z.string()),
  /** The number of rows per table. */
  tables: z.record(z.string(), z.int()),
  /** The number of images. */
  images: z.int(),
  /** Images that the database references and the bucket does not contain. */
  missing_images: z.array(z.string()),
  files: z.record(z.string(), FileShape),
})

const ManifestShape = z.object({ contents: ContentsShape, sha256: z.string() })

export type Contents = z.infer<typeof ContentsShape>
export type FileMark = z.infer<typeof FileShape>

export async function manifestText(contents: Contents): Promise<string> {
  return `${JSON.stringify({ contents, sha256: await sealOf(contents) }, null, 2)}\n`
}

/** Parses a manifest and verifies its checksum. */
export async function manifestIn(text: string): Promise<Contents | 'unreadable' | 'changed'> {
  const read = ManifestShape.safeParse(asJson(text))
  if (!read.success) return 'unreadable'
  const { contents, sha256 } = read.data
  return (await sealOf(contents)) === sha256 ? contents : 'changed'
}

/**
 * The statements of a dump as the texts of its files. A file ends after the statement with which it
 * reaches `max` characters.
 */
export async function* sqlFiles(
  statements: Iterable<string> | AsyncIterable<string>,
  max: number,
): AsyncGenerator<string> {
  let text = ''
  for await (const statement of statements) {
    text += `${statement};\n`
    if (text.length < max) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** The name of the next SQL file. Files are loaded in the order of their names. */
export const sqlFileName = (written: Record<string, FileMark>, ending = '') =>
  `database/${String(Object.keys(written).length + 1).padStart(5, '0')}${ending}.sql`

/** The key of a backup file in the bucket. All backups share one copy of each image. */
export function objectOf(id: string, file: string): string {
  if (file.startsWith('images/')) return file
  return file.startsWith('database/') && !file.endsWith(AGE) ? `${id}/${file}.gz` : `${id}/${file}`
}

export const imageFile = (key: string) => `images/${encodeURIComponent(key)}`

export const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

const sealOf = (contents: Contents) => hashOf(JSON.stringify(contents))

/** Null for a text that is not JSON. */
export function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * The ending of an encrypted file. Its size and hash in the manifest are those of the encrypted
 * bytes.
 */
export const AGE = '.age'
