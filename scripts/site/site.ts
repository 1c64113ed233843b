import { readWorkerConfig } from '../build/worker.ts'
import { compactAfterErasures } from './compact.ts'
import type { Run } from './control.ts'
import { startCron } from './cron.ts'
import { noteSiteExists, refuseLostData, removeIdleFiles } from './data-folder.ts'
import { refusePortInUse } from './explain-error.ts'
import type { LaunchOptions, LogLine } from './launch.ts'
import { openRuntime, type Runtime } from './miniflare.ts'
import type { Account, NewOwner } from './owner.ts'
import { prepareSite } from './prepare.ts'
import { localQuery } from './query.ts'
import type { Settings } from './settings.ts'
import { inClaimedFolder, openStorageRuntime } from './storage.ts'
import { openWithCopy } from './upgrade.ts'

export interface Site {
  url: string
  /** Demo accounts, if the site has any. */
  accounts: Account[]
  /** Runs an operator command. */
  run: Run
  storage: Runtime['storage']
  scheduled: Runtime['scheduled']
  stop(): Promise<void>
}

/** A complete local site: the Worker, its storage, its cron, and the control port. */
export function startSite(
  settings: Settings,
  tellOwner: (owner: NewOwner) => void,
  listen: (line: LogLine) => void = () => {},
): Promise<Site> {
  const ready = Promise.withResolvers<Runtime>()
  const run: Run = async (name, args, print) => {
    const { storage } = await ready.promise
    // Loaded on demand: commands need more code than a running site.
    const { commandNamed } = await import('../commands/index.ts')
    await commandNamed(name).run({ query: localQuery(storage.DB), storage, data: settings.data, print }, args)
  }
  return inClaimedFolder(settings, run, listen, async (launched, closers, log) => {
    await removeIdleFiles(launched.data)
    await compactAfterErasures(launched.data.path)
    await refusePortInUse(settings.host, settings.port)
    const accounts = await prepareData(launched, settings, tellOwner)
    const onRefused = settings.logs ? (line: string) => console.log(line) : undefined
    const runtime = await openRuntime({ ...settings, ...launched, onRefused })
    closers.push(runtime.stop)
    ready.resolve(runtime)
    const { crons } = await readWorkerConfig()
    closers.push(startCron(crons, runtime.scheduled))
    log.flow()
    const { url, storage, scheduled } = runtime
    return { url, accounts, run, storage, scheduled }
  })
}

/**
 * Prepares the storage in a separate runtime without the site's Worker, and stops that runtime. Miniflare listens as
 * soon as it runs, so the site must not be opened before its data are complete.
 */
async function prepareData(launched: LaunchOptions, settings: Settings, tellOwner: (owner: NewOwner) => void) {
  const { path } = launched.data
  const databases = settings.databases ?? (await readWorkerConfig()).databases
  const runtime = await openWithCopy(() => openStorageRuntime(launched), path, databases)
  let isComplete = false
  try {
    const storage = runtime.storage
    await refuseLostData(path, storage.DB)
    const accounts = await prepareSite(storage, settings, tellOwner)
    await noteSiteExists(path)
    isComplete = true
    return accounts
  } finally {
    await runtime.stop()
    if (!isComplete) await runtime.goBack?.()
  }
}
