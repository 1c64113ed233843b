import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Random } from '../../../scripts/seed/random.ts'
import type { ServedSite } from '../site/served.ts'
import type { World } from '../writes/world.ts'
import type { Round } from './round.ts'
import { writeRound } from './write-round.ts'

const CRON = '*/15 * * * *'

/** Kills the site during a backup and writes: the same backup command must succeed afterwards. */
export async function backupRound(site: ServedSite, world: World, random: Random, folder: string): Promise<Round> {
  const path = join(folder, 'backup')
  const backUp = () => site.call('run', { name: 'backup', args: [path] })
  const round = await writeRound(site, world, random, backUp)
  return { ...round, wrong: [...round.wrong, ...(await wholeBackup(site, path, backUp))] }
}

/** Kills the site during a cron run with the daily backup; the next run must continue. */
export async function cronRound(site: ServedSite, world: World, random: Random, folder: string): Promise<Round> {
  await site.call('forgetBackups')
  const runCron = () => site.call('scheduled', CRON)
  const round = await writeRound(site, world, random, runCron)
  const path = join(folder, 'scheduled')
  const fetched = await wholeBackup(site, path, async () => {
    // A run has a limit: several runs make a complete backup.
    for (let runs = 0; runs < 20 && (await isUnfinished(site)); runs++) await runCron()
    await site.call('run', { name: 'backup', args: [path, '--scheduled'] })
  })
  return { ...round, wrong: [...round.wrong, ...fetched] }
}

async function isUnfinished(site: ServedSite): Promise<boolean> {
  const listed = await site.call<string[]>('run', { name: 'backups', args: [] })
  return !listed.some((line) => /rows/.test(line))
}

/** A backup that was complete before the kill is not repeated. */
async function wholeBackup(site: ServedSite, path: string, make: () => Promise<unknown>): Promise<string[]> {
  try {
    await make().catch((error: Error) => {
      if (!error.message.includes('already contains a complete backup')) throw error
    })
    await site.call('run', { name: 'verify', args: [path] })
    return []
  } catch (error) {
    return [`the backup: ${error instanceof Error ? error.message : error}`]
  } finally {
    await rm(path, { recursive: true, force: true })
  }
}
