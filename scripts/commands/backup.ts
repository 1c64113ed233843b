import { resolve } from 'node:path'
import type { Contents } from '#features/operations/backups/format.ts'
import { backUp } from '../backup/back-up.ts'
import {
  createKey,
  decrypted,
  forPassphrase,
  forRecipients,
  type KeyFiles,
} from '../backup/encryption.ts'
import { restore as restoreTo } from '../backup/restore.ts'
import { fetchScheduled, scheduledBackups } from '../backup/scheduled.ts'
import type { StoredSite } from '../backup/stored-site.ts'
import { verify as verifyFolder } from '../backup/verify.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Command, CommandSite } from './command.ts'

export const backup: Command = {
  usage: 'backup <folder> [--scheduled[=<day>] | --encrypt[=<public key>]] [--remote]',
  summary:
    'makes a backup of the site in a new folder; with --scheduled, downloads a backup that the cron made',
  needs: 'storage',
  whereTyped: (args) => withFolder(args.map(withPublicKey)),
  async run(site, args) {
    const { options, rest } = optionsIn(args, 'scheduled', 'encrypt', 'passphrase-file')
    const { scheduled, encrypt, 'passphrase-file': passphrase } = options
    const folder = folderIn(rest, backup.usage)
    if (passphrase !== undefined && encrypt === undefined)
      throw new Failure('--passphrase-file needs --encrypt')
    const stored = await storedSite(site)
    const contents =
      scheduled === undefined
        ? await backUp(
            stored,
            folder,
            site.print,
            new Date(),
            await encryptionIn(folder, encrypt, passphrase),
          )
        : await fetchScheduled(stored, folder, await idOf(stored, scheduled), site.print)
    const how = contents.encryption ? 'the encrypted backup' : 'the backup'
    site.print(`${folder} contains ${how} of ${contents.taken_at}: ${sizeOf(contents)}.`)
    if (contents.missing_images.length > 0)
      site.print(
        `${contents.missing_images.length} images of the database are missing in the bucket.`,
      )
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
  usage: 'verify <folder> [--identity=<file> | --passphrase-file=<file>]',
  summary: 'checks that a backup is complete and can be restored',
  needs: 'nothing',
  whereTyped: withFolder,
  async run({ print }, args) {
    const { keys, rest } = keysIn(args)
    const contents = await decrypted(folderIn(rest, verify.usage), keys, verifyFolder)
    print(`The backup of ${contents.taken_at} is complete: ${sizeOf(contents)}.`)
  },
}

export const restore: Command = {
  usage: 'restore <folder> [--identity=<file> | --passphrase-file=<file>] [--replace] [--remote]',
  summary:
    'restores a backup to an empty site; with --replace, backs up the existing site and replaces it',
  needs: 'stopped site',
  whereTyped: withFolder,
  async run(site, args) {
    const { keys, rest } = keysIn(args)
    const replace = rest.includes('--replace')
    const beside = folderIn(
      rest.filter((arg) => arg !== '--replace'),
      restore.usage,
    )
    const stored = await storedSite(site)
    await decrypted(beside, keys, (folder, encryption) =>
      restoreTo(stored, { folder, replace, beside, encryption }, site.print, new Date()),
    )
  },
}

export const backupKey: Command = {
  usage: 'backup-key <file>',
  summary:
    'creates a key pair for encrypted backups; writes the secret key to a new file and prints the public key',
  needs: 'nothing',
  whereTyped: withFolder,
  async run({ print }, args) {
    const file = folderIn(args, backupKey.usage)
    print(`Public key: ${await createKey(file, new Date())}`)
    print(`${file} has the secret key. Keep it off the server: without it, no backup can be read.`)
  },
}

/**
 * `--encrypt` without a key uses the key of the scheduled backups. It is read here, because a
 * running site, which executes the command, has other environment variables than this process.
 */
function withPublicKey(arg: string): string {
  const { JOULE_BACKUP_RECIPIENT: key } = process.env
  return arg === '--encrypt' && key ? `--encrypt=${key}` : arg
}

async function encryptionIn(
  folder: string,
  keys: string | undefined,
  passphrase: string | undefined,
) {
  if (keys === undefined) return null
  return passphrase === undefined ? forRecipients(keys) : forPassphrase(folder, passphrase)
}

function keysIn(args: string[]): { keys: KeyFiles; rest: string[] } {
  const { options, rest } = optionsIn(args, 'identity', 'passphrase-file')
  return {
    keys: { identity: options.identity ?? null, passphrase: options['passphrase-file'] ?? null },
    rest,
  }
}

/** The values of the options `--name` (empty) and `--name=value`, and all other arguments. */
function optionsIn<Name extends string>(args: string[], ...names: Name[]) {
  const options: Partial<Record<Name, string>> = {}
  const rest = args.filter((arg) => {
    const name = names.find((name) => arg === `--${name}` || arg.startsWith(`--${name}=`))
    if (name !== undefined) options[name] = arg.slice(`--${name}=`.length)
    return name === undefined
  })
  return { options, rest }
}

/** The newest backup of a day, or of all days if `day` is empty. */
async function idOf(site: StoredSite, day: string): Promise<string> {
  const found = (await scheduledBackups(site)).find(({ id }) => id.startsWith(day))
  if (!found)
    throw new Failure(
      `the cron has made no backup${day && ` of ${day}`}; "npm run joule -- backups" lists all backups`,
    )
  return found.id
}

/**
 * Loads each kind of storage on demand: a data folder needs the domain code of the site, a deployed
 * site needs wrangler.
 */
async function storedSite(site: CommandSite): Promise<StoredSite> {
  if (site.storage === null)
    return (await import('../backup/cloudflare.ts')).cloudflare(site.remote, site.print)
  return (await import('../backup/local.ts')).here(site.storage, site.data)
}

/**
 * Resolves paths in the folder of the caller, because a running site has another working folder.
 */
function withFolder(args: string[]): string[] {
  return args.map((arg) => {
    const [, option = '', file = ''] = /^(--(?:identity|passphrase-file)=)(.+)$/s.exec(arg) ?? []
    if (option !== '') return option + resolve(file)
    return arg.startsWith('--') ? arg : resolve(arg)
  })
}

function folderIn(args: string[], usage: string): string {
  const [folder, ...rest] = args
  if (!folder || folder.startsWith('--') || rest.length > 0)
    throw new Failure(`usage: npm run joule -- ${usage}`)
  return folder
}

function sizeOf({ tables, images }: Contents): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0)
  return `${rows} rows of ${Object.keys(tables).length} tables and ${images} images`
}
