import { setTimeout as wait } from 'node:timers/promises'
import { Meter, openDb } from '#db/client.ts'
import { claimsReleased } from '#features/core/outbox/deliver.ts'
import { inOneLine } from '../bootstrap/failure.mjs'
import { readWorkerConfig } from '../build/worker.ts'
import type { Run } from './control.ts'
import { repeated, startCron } from './cron.ts'
import {
  compactAfterErasures,
  noteSiteExists,
  refuseLostData,
  removeIdleFiles,
} from './data-folder.ts'
import { watchDiskSpace } from './disk-space.ts'
import { refusePortInUse } from './explain-error.ts'
import { takeBuild } from './kept-builds.ts'
import type { LaunchOptions, LogLine } from './launch.ts'
import { Gate, watchMemory } from './memory.ts'
import { openRuntime, type Runtime } from './miniflare.ts'
import type { Account, NewOwner } from './owner.ts'
import { prepareSite } from './prepare.ts'
import { endProcess, residentKb } from './processes.ts'
import { localQuery } from './query.ts'
import type { Settings } from './settings.ts'
import { inClaimedFolder, openStorageRuntime, type SiteStorage } from './storage.ts'
import { openWithCopy } from './upgrade.ts'

export interface Site {
  url: string
  /** Demo accounts, if the site has any. */
  accounts: Account[]
  /** Runs an operator command. */
  run: Run
  storage: SiteStorage
  /** Runs the cron of the site. */
  scheduled(cron: string, at: Date): Promise<void>
  /** Restarts the runtime with the bundle as it is now. New requests wait meanwhile. */
  reload(): Promise<void>
  stop(): Promise<void>
}

/** A reload ends requests that are still in progress after this time. */
const RELOAD_PATIENCE_MS = 1_000

/**
 * Starts a complete local site: the Worker, its storage, its cron and the control port. `tellOwner`
 * receives the owner account if it is created.
 */
export function startSite(
  settings: Settings,
  tellOwner: (owner: NewOwner) => void,
  listen: (line: LogLine) => void = () => {},
): Promise<Site> {
  const ready = Promise.withResolvers<Runtime>()
  const [requests, cron, commands] = [new Gate(), new Gate(), new Gate()]
  const run: Run = async (name, args, print) => {
    const { storage } = await ready.promise
    // Loaded on demand: commands need more code than a running site.
    const { commandNamed } = await import('../commands/index.ts')
    const site = { query: localQuery(storage.DB), storage, data: settings.data, print }
    await commands.pass(() => commandNamed(name).run(site, args))
  }
  return inClaimedFolder(settings, run, listen, async (launched, closers, log) => {
    await removeIdleFiles(launched.data)
    const { path: folder } = launched.data
    await compactAfterErasures(folder)
    await refusePortInUse(settings.host, settings.port)
    const disk = settings.disk && (await watchDiskSpace({ ...settings.disk, folder }))
    if (disk) closers.push(disk.stop)
    const accounts = await prepareData(launched, settings, tellOwner)
    const bundle = settings.keepsBuilds ? await takeBuild(folder, settings.bundle) : settings.bundle
    const onRefused = settings.logs ? (line: string) => console.log(line) : undefined
    let isStopped = false
    closers.push(() => {
      isStopped = true
    })
    /** The process ids by the part of the runtime. */
    const processes = new Map<'runtime' | 'compute', number>()
    const onCompute = (started: number) => {
      processes.set('compute', started)
      launched.onCompute?.(started)
    }
    const onRuntime = (started: number) => {
      processes.set('runtime', started)
      launched.onRuntime?.(started)
      void releaseClaims(ready.promise, new Date()).catch((error) => {
        if (!isStopped)
          console.error(`joule: claimed deliveries could not be released: ${inOneLine(error)}`)
      })
    }
    const runtime = await openRuntime({
      ...settings,
      ...launched,
      bundle,
      onRefused,
      onRuntime,
      onCompute,
      gate: requests,
      isDiskFull: disk?.isLow,
    })
    closers.push(runtime.stop)
    ready.resolve(runtime)
    const { crons } = await readWorkerConfig(bundle)
    const { url, storage, isReady } = runtime
    const scheduled: Runtime['scheduled'] = async (expression, at) => {
      if (!disk?.isLow()) await cron.pass(() => runtime.scheduled(expression, at))
    }
    closers.push(startCron(crons, scheduled))
    const usedMb = () => [...processes.values()].reduce((mb, pid) => mb + residentKb(pid) / 1024, 0)
    const restart = async () => {
      const old = [...processes.values()]
      await Promise.all(old.map(endProcess))
      const isNew = () => [...processes.values()].every((pid) => !old.includes(pid))
      while (!isStopped && !(isNew() && (await isReady()))) await wait(50)
    }
    if (settings.memory)
      closers.push(watchMemory({ ...settings.memory, usedMb, restart, requests, cron, commands }))
    log.flow()
    const reload = async () => {
      const { release } = await requests.hold(RELOAD_PATIENCE_MS)
      await runtime.reload().finally(release)
    }
    return { url, accounts, run, storage, scheduled, reload }
  })
}

/**
 * Sends the deliveries that a runtime had claimed when it ended, instead of after ten minutes. Only
 * one runtime uses a data folder.
 */
async function releaseClaims(ready: Promise<Runtime>, before: Date): Promise<void> {
  const { storage } = await ready
  await repeated(() => openDb(storage.DB, new Meter()).batch(claimsReleased(before)))
}

/**
 * Prepares the storage in a separate runtime without the site's Worker, and stops that runtime.
 * Miniflare listens as soon as it runs, so the site must not be opened before its data are
 * complete.
 */
async function prepareData(
  launched: LaunchOptions,
  settings: Settings,
  tellOwner: (owner: NewOwner) => void,
): Promise<Account[]> {
  const { path } = launched.data
  const databases = settings.databases ?? (await readWorkerConfig(settings.bundle)).databases
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
