import { rmSync } from 'node:fs'
import { mkdtemp, statfs } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Runs a task with its temporary files in memory, if there is room: on a disk every database commit of a test waits for
 * a sync, which took half of the tests' time.
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

/** In bytes: several times the size of all test files. */
const ROOM_NEEDED = 2e9

async function roomIn(folder: string): Promise<number> {
  const found = await statfs(folder).catch(() => null)
  return found ? found.bavail * found.bsize : 0
}
