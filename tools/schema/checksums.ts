import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '../../scripts/bootstrap/failure.mjs'

/** Has the format of `sha256sum`, so that `sha256sum -c` can check it. */
export const CHECKSUMS = 'checksums.txt'

/** The list with the new migrations added. Throws if a sealed migration has changed. */
export async function sealedChecksums(folder: string): Promise<string> {
  const broken = await brokenSeals(folder)
  if (broken.length > 0) throw new Failure(`${broken.join(', ')}: ${IF_BROKEN}`)
  const sums = await checksumsOf(folder)
  return [...sums].map(([path, sum]) => `${sum}  ${path}\n`).join('')
}

export const IF_BROKEN = `changed or deleted after it was sealed in migrations/${CHECKSUMS}. Restore it and write a new \
migration. Only if it never left this machine: remove its line there and run "npm run schema".`

/** The sealed migrations that were changed or deleted. */
export async function brokenSeals(folder: string): Promise<string[]> {
  const [sealed, sums] = [await readSeals(folder), await checksumsOf(folder)]
  return [...sealed].flatMap(([path, sum]) => (sums.get(path) === sum ? [] : [path]))
}

/** The migrations that are not in the list yet. */
export async function unsealed(folder: string): Promise<string[]> {
  const sealed = await readSeals(folder)
  return [...(await checksumsOf(folder)).keys()].filter((path) => !sealed.has(path))
}

async function readSeals(folder: string): Promise<Map<string, string>> {
  const text = await readFile(join(folder, CHECKSUMS), 'utf8').catch(() => '')
  return new Map(
    [...text.matchAll(/^(\w{64}) {2}(.+)$/gm)].map(([, sum = '', path = '']) => [path, sum]),
  )
}

async function checksumsOf(folder: string): Promise<Map<string, string>> {
  const paths = (await readdir(folder, { recursive: true }))
    .filter((path) => /^\w+\/.+\.sql$/.test(path))
    .sort()
  const sums = paths.map(
    async (path) => [path, sha256(await readFile(join(folder, path)))] as const,
  )
  return new Map(await Promise.all(sums))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
