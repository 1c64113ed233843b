import { z } from 'zod'

export const MANIFEST = 'manifest.json'

const FileShape = z.object({ bytes: z.int(), sha256: z.string().length(64) })

const ContentsShape = z.object({
  format: z.literal(1),
  /** The moment that the database is of. */
  taken_at: z.iso.datetime(),
  /** Where D1's time travel finds it, if it was taken at Cloudflare. */
  bookmark: z.string().nullable(),
  /** Only its first page is of that moment: the rest was read while the site went on, and is mended when it is loaded. */
  paged: z.literal(true).optional(),
  migrations: z.array(z.string()),
  /** Rows of each table. */
  tables: z.record(z.string(), z.int()),
  images: z.int(),
  /** Images that the database names and the bucket did not have. */
  missing_images: z.array(z.string()),
  files: z.record(z.string(), FileShape),
})

const ManifestShape = z.object({ contents: ContentsShape, sha256: z.string() })

export type Contents = z.infer<typeof ContentsShape>
export type FileMark = z.infer<typeof FileShape>

export async function manifestText(contents: Contents): Promise<string> {
  return `${JSON.stringify({ contents, sha256: await sealOf(contents) }, null, 2)}\n`
}

/** What a manifest says, or what is wrong with it. */
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
