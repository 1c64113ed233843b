import { Failure } from '../bootstrap/failure.mjs'
import { claim } from './claim.ts'
import { openControl } from './control.ts'
import { openDataFolder } from './data-folder.ts'
import { explained } from './explain-error.ts'
import { openLog } from './log.ts'
import { localQuery, type Query } from './query.ts'
import type { Settings } from './settings.ts'
import { openStorageRuntime, type SiteStorage } from './storage.ts'

export interface StorageOnly {
  storage: SiteStorage
  query: Query
  data: string
  close(): Promise<void>
}

/** A data folder as it is: no migration, no owner, no cron. */
export async function openStorage(settings: Settings): Promise<StorageOnly> {
  const log = openLog(settings.logs, () => {})
  const closers: (() => unknown)[] = []
  const close = async () => {
    for (let step = closers.pop(); step; step = closers.pop()) await step()
  }
  try {
    const data = await openDataFolder(settings.data)
    const control = await openControl(refuse)
    closers.push(control.close)
    const held = await claim(data.path, control)
    closers.push(held.release)
    const runtime = await openStorageRuntime({ data, onLog: log.take, onRuntime: held.noteRuntime })
    closers.push(runtime.stop)
    const storage = runtime.storage
    return { storage, query: localQuery(storage.DB), data: data.path, close }
  } catch (error) {
    await close()
    throw explained(error, log.held, settings)
  }
}

const refuse = async () => {
  throw new Failure('another command is using this data folder; try again when it has finished')
}
