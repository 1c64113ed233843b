import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Restricts a data folder to its operator: existing files, and files that this process and its runtime write from now
 * on. A folder with other files in it, or one that is world-writable, keeps its mode.
 */
export async function restrictFiles(folder: string): Promise<void> {
  process.umask(0o077)
  const names = await readdir(folder)
  const isOurs = names.length === 0 || names.includes('secret')
  if (isOurs && !isForEverybody((await lstat(folder)).mode)) await chmod(folder, 0o700)
  for (const part of PARTS.filter((name) => names.includes(name))) await restrict(join(folder, part))
}

/** The folder names of Miniflare, and the copies made by upgrades. */
const PARTS = ['d1', 'do', 'r2', 'before-upgrade']

function isForEverybody(mode: number): boolean {
  return (mode & 0o1000) !== 0
}

async function restrict(part: string): Promise<void> {
  await unlessGone(chmod(part, 0o700))
  for (const entry of await readdir(part, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await unlessGone(chmod(path, 0o700))
    if (entry.isFile()) await unlessGone(chmod(path, 0o600))
  }
}

/** An orphaned runtime, which the next start ends, may delete files meanwhile. */
async function unlessGone(change: Promise<void>): Promise<void> {
  await change.catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
