import * as z from 'zod'

export const MANIFEST = 'manifest.json'

const FileShape = z.object({ bytes: z.int(), sha256: z.string().length(64) })

const ContentsShape = z.object({
  format: z.literal(1),
  /** The time of the database snapshot. */
  taken_at: z.iso.datetime(),
  /** The D1 Time Travel bookmark of the snapshot, if the backup was taken on Cloudflare. */
  bookmark: z.string().nullable(),
  /** Only the small tables belong to the snapshot. The others were read while the site was running; restoring repairs them. */
  paged: z.literal(true).optional(),
  /** Each file is encrypted in the age format, except the manifest. */
  encryption: z.literal('age').optional(),
  migrations: z.array(z.string()),
  /** Number of rows per table. */
  tables: z.record(z.string(), z.int()),
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

export const imageFile = (key: string) => `images/${encodeURIComponent(key)}`

export async function sha256Of(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const bytesOf = (text: string) => new Uint8Array(new TextEncoder().encode(text))

const sealOf = (contents: Contents) => sha256Of(bytesOf(JSON.stringify(contents)))

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
