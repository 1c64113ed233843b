import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure, systemReason } from '../bootstrap/failure.mjs'
import { restrictFiles } from './privacy.ts'

export interface DataFolder {
  path: string
  /** The local counterpart of `wrangler secret put JOULE_SECRET`. */
  secret: string
}

export async function openDataFolder(path: string): Promise<DataFolder> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await restrictFiles(path)
    await proveWritable(path)
    return { path, secret: await secretIn(path) }
  } catch (error) {
    throw new Failure(`the data folder ${path} cannot be written: ${systemReason(error) ?? error}`)
  }
}

/** Miniflare stores the Cache API on disk; pages of an older build must not be served. */
export async function clearCache({ path }: DataFolder): Promise<void> {
  await rm(join(path, 'cache'), { recursive: true, force: true })
}

/** Detects a full or read-only disk here, not in the middle of a migration. */
async function proveWritable(path: string): Promise<void> {
  const probe = join(path, `.probe-${process.pid}`)
  try {
    await writeFile(probe, randomBytes(256 * 1024))
  } finally {
    await rm(probe, { force: true })
  }
}

async function secretIn(folder: string): Promise<string> {
  const stored = await storedSecret(folder)
  if (stored !== '') return stored
  const secret = randomBytes(48).toString('base64url')
  await storeSecret(folder, secret)
  return secret
}

const secretFile = (folder: string) => join(folder, 'secret')

/** Empty if the folder has no secret. */
export const storedSecret = (folder: string) => readFile(secretFile(folder), 'utf8').catch(() => '')

export async function storeSecret(folder: string, secret: string): Promise<void> {
  const unfinished = join(folder, '.secret')
  await writeFile(unfinished, secret, { mode: 0o600 })
  await rename(unfinished, secretFile(folder))
}
