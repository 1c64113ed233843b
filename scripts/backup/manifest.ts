import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
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

/** Compares every file with the manifest. Throws at the first difference. */
export async function checkFiles(folder: string, contents: Contents): Promise<void> {
  await refuseUnknownFiles(folder, contents)
  for (const [name, { bytes, sha256 }] of Object.entries(contents.files)) {
    const mark = await markOf(join(folder, name)).catch(() => null)
    if (mark === null) throw new Failure(`${name} is missing from the backup in ${folder}`)
    if (mark.bytes !== bytes) throw new Failure(`${name} has ${mark.bytes} bytes instead of ${bytes}`)
    if (mark.sha256 !== sha256) throw new Failure(`${name} was changed: its SHA-256 differs from the manifest`)
  }
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

async function refuseUnknownFiles(folder: string, { files }: Contents): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries.filter((entry) => !entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))
  const known = new Set([MANIFEST, ...Object.keys(files)].map((name) => join(folder, name)))
  const stranger = names.find((name) => !known.has(name))
  if (stranger) throw new Failure(`${stranger} is not part of the backup`)
}
