import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { Failure } from '../bootstrap/failure.mjs'

export const MANIFEST = 'manifest.json'

const FileShape = z.object({ bytes: z.int(), sha256: z.string().length(64) })

const ContentsShape = z.object({
  format: z.literal(1),
  /** The moment that the database is of. */
  taken_at: z.iso.datetime(),
  /** Where D1's time travel finds it, if it was taken at Cloudflare. */
  bookmark: z.string().nullable(),
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

export function manifestText(contents: Contents): string {
  return `${JSON.stringify({ contents, sha256: sealOf(contents) }, null, 2)}\n`
}

export async function readManifest(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new Failure(`there is no whole backup in ${folder}: it has no ${MANIFEST}`)
  const read = ManifestShape.safeParse(asJson(text))
  if (!read.success) throw new Failure(`${MANIFEST} in ${folder} is not a manifest that this version reads`)
  const { contents, sha256 } = read.data
  if (sealOf(contents) !== sha256) throw new Failure(`${MANIFEST} in ${folder} was changed: its own hash is wrong`)
  return contents
}

export async function markOf(file: string): Promise<FileMark> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(file), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { bytes, sha256: hash.digest('hex') }
}

const sealOf = (contents: Contents) => createHash('sha256').update(JSON.stringify(contents)).digest('hex')

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
