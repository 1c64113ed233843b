import { rmSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs a task with its temporary files in memory, if there is room. On a disk, every database
 * commit of a test waits for a sync, which took half of the tests' time.
 */
export async function withFolderInMemory<T>(work: () => Promise<T>): Promise<T> {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }))
  if (bavail * bsize < ROOM_NEEDED) return work()
  const folder = await mkdtemp(join(MEMORY, 'joule-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = folder
  process.once('exit', remove)
  try {
    return await work()
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    process.off('exit', remove)
    remove()
  }
}

const MEMORY = '/dev/shm'
/** In bytes: several times the size of all test files. */
const ROOM_NEEDED = 2e9
