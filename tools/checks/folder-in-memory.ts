import { rmSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Does the work with its temporary files in memory, where the machine has room for them: on a disk every commit of a test's
 * database waits until it is there to stay, which took half of the tests' time.
 */
export async function withFolderInMemory<T>(work: () => Promise<T>, memory = '/dev/shm'): Promise<T> {
  if ((await roomIn(memory)) < ROOM_NEEDED) return work()
  const folder = await mkdtemp(join(memory, 'joule-test-'))
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

/** In bytes: several times what the tests leave behind. */
const ROOM_NEEDED = 2e9

async function roomIn(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  return found ? found.bavail * found.bsize : 0
}
