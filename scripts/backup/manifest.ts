import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type Contents, type FileMark, MANIFEST, manifestIn } from '#features/operations/backups/manifest.ts'
import { Failure } from '../bootstrap/failure.mjs'

export async function readManifest(folder: string): Promise<Contents> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => null)
  if (text === null) throw new Failure(`there is no complete backup in ${folder}: ${MANIFEST} is missing`)
  const contents = await manifestIn(text)
  if (contents === 'unreadable') throw new Failure(`${MANIFEST} in ${folder} cannot be read by this version`)
  if (contents === 'changed') throw new Failure(`${MANIFEST} in ${folder} was changed: its own hash is wrong`)
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
