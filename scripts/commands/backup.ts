import { resolve } from 'node:path'
import type { Contents } from '#features/operations/backups/manifest.ts'
import { backUp } from '../backup/back-up.ts'
import { restore as restoreTo } from '../backup/restore.ts'
import { fetchScheduled, scheduledBackups } from '../backup/scheduled.ts'
import type { StoredSite } from '../backup/stored-site.ts'
import { verify as verifyFolder } from '../backup/verify.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Command, CommandSite } from './index.ts'

export const backup: Command = {
  usage: 'backup <folder> [--scheduled[=<day>]] [--remote]',
  summary: 'backs the site up to a new folder, or downloads a backup made by the cron',
  needs: 'storage',
  whereTyped: withFolder,
  async run(site, args) {
    const scheduled = args.find((arg) => /^--scheduled(=|$)/.test(arg))
    const folder = folderIn(
      args.filter((arg) => arg !== scheduled),
      backup.usage,
    )
    const stored = await storedSite(site)
    const contents = scheduled
      ? await fetchScheduled(stored, folder, await idOf(stored, scheduled.split('=')[1] ?? ''), site.print)
      : await backUp(stored, folder, site.print, new Date())
    site.print(`${folder} contains the backup of ${contents.taken_at}: ${sizeOf(contents)}.`)
    if (contents.missing_images.length > 0)
      site.print(`${contents.missing_images.length} images of the database are missing in the bucket.`)
  },
}

export const backups: Command = {
  usage: 'backups [--remote]',
  summary: 'lists the backups that the cron has made',
  needs: 'storage',
  async run(site, args) {
    if (args.length > 0) throw new Failure(`usage: npm run joule -- ${backups.usage}`)
    const all = await scheduledBackups(await storedSite(site))
    for (const { id, rows, images, bytes } of all)
      site.print(`${id}  ${rows} rows, ${images} images, ${Math.ceil(bytes / 1_000)} KB of SQL`)
    if (all.length === 0) site.print('The cron has made no backup yet.')
  },
}

export const verify: Command = {
  usage: 'verify <folder>',
  summary: 'checks that a backup is complete and can be restored',
  needs: 'nothing',
  whereTyped: withFolder,
  async run({ print }, args) {
    const contents = await verifyFolder(folderIn(args, verify.usage))
    print(`The backup of ${contents.taken_at} is complete: ${sizeOf(contents)}.`)
  },
}

export const restore: Command = {
  usage: 'restore <folder> [--replace] [--remote]',
  summary: 'restores a backup to an empty site; --replace backs up and replaces an existing one',
  needs: 'stopped site',
  whereTyped: withFolder,
  async run(site, args) {
    const replace = args.includes('--replace')
    const folder = folderIn(
      args.filter((arg) => arg !== '--replace'),
      restore.usage,
    )
    await restoreTo(await storedSite(site), { folder, replace }, site.print, new Date())
  },
}

/** The newest backup of a day, or of all. */
async function idOf(site: StoredSite, day: string): Promise<string> {
  const found = (await scheduledBackups(site)).find(({ id }) => id.startsWith(day))
  if (!found)
    throw new Failure(`the cron has made no backup${day && ` of ${day}`}; "npm run joule -- backups" lists all backups`)
  return found.id
}

/** Loaded on demand: one needs the domain code of the site, the other needs wrangler. */
async function storedSite(site: CommandSite): Promise<StoredSite> {
  if (site.storage === null) return (await import('../backup/cloudflare.ts')).cloudflare(site.remote, site.print)
  return (await import('../backup/local.ts')).here(site.storage, site.data)
}

/** Relative to the folder of the command: a running site has another working folder. */
function withFolder(args: string[]): string[] {
  return args.map((arg) => (arg.startsWith('--') ? arg : resolve(arg)))
}

function folderIn(args: string[], usage: string): string {
  const [folder, ...rest] = args
  if (!folder || folder.startsWith('--') || rest.length > 0) throw new Failure(`usage: npm run joule -- ${usage}`)
  return folder
}

function sizeOf({ tables, images }: Contents): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables and ${images} images`
}
