import { randomBytes } from 'node:crypto'
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** More than the journals of all databases need while only readers come. */
const RESERVE_BYTES = 16 * 1024 * 1024

interface Watched {
  /** The data folder. */
  folder: string
  reserveBytes?: number
  everyMs?: number
}

export interface DiskSpace {
  /** Whether writes must be refused. */
  isLow: () => boolean
  stop: () => void
}

/**
 * Keeps reads possible on a full disk. SQLite needs space for them too: after a write fails,
 * workerd opens the database again, which creates the files of its journal. So a file of the data
 * folder reserves space. When the disk is almost full, this file is deleted, and writes are refused
 * until there is enough space to reserve it again.
 */
export async function watchDiskSpace({
  folder,
  reserveBytes = RESERVE_BYTES,
  everyMs = 1_000,
}: Watched): Promise<DiskSpace> {
  const file = join(folder, 'reserved-space')
  let isReserved = false
  const check = async () => {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (isReserved && free < reserveBytes) {
      isReserved = false
      await rm(file, { force: true })
      console.error(`joule: the disk is full: ${REFUSED} (${folder})`)
    } else if (!isReserved && free >= 3 * reserveBytes) {
      await writeFile(file, randomBytes(reserveBytes), { mode: 0o600 })
      isReserved = true
    }
  }
  await rm(file, { force: true })
  await check()
  if (!isReserved) console.error(`joule: the disk is almost full: ${REFUSED} (${folder})`)
  let isBusy = false
  const timer = setInterval(async () => {
    if (isBusy) return
    isBusy = true
    const wasReserved = isReserved
    await check().catch(() => rm(file, { force: true }))
    if (isReserved && !wasReserved)
      console.error('joule: the disk has space again: writes are accepted')
    isBusy = false
  }, everyMs)
  timer.unref()
  return { isLow: () => !isReserved, stop: () => clearInterval(timer) }
}

const REFUSED = 'writes are refused until there is space'
