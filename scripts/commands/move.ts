import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import { Meter, openDb, type Statements } from '#db/client.ts'
import { checkAll } from '#features/operations/admin/overview/invariants.ts'
import { backUp } from '../backup/back-up.ts'
import { restartBackup } from '../backup/folder.ts'
import { isEmpty, restore } from '../backup/restore.ts'
import type { StoredSite } from '../backup/stored-site.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { Wrangler } from '../cloudflare/account.ts'
import { holderOf, type Print } from '../site/control.ts'
import { storedSecret, storeSecret } from '../site/data-folder.ts'
import { withLiterals } from '../site/query.ts'
import { readSettings } from '../site/settings.ts'
import { report } from './check.ts'

export const MOVE = {
  usage: 'move <source> <target> [--with-secret[=<file>]]',
  summary:
    'copies a site to an empty site; source and target are each a data folder, or --remote for Cloudflare',
}

/**
 * Backs the source up, restores the backup in the target and checks the target. The transaction
 * that loads the database also writes a mark, so that a repeated move can tell data that it loaded
 * itself from other data in the target, which it refuses. The mark is deleted last.
 */
export async function move(args: string[], wrangler: Wrangler, print: Print): Promise<void> {
  const { source, target, secretFile } = wishIn(args, wrangler, print)
  if (!source.hasSite()) throw new Failure(`there is no site in ${source.name}`)
  const secret = secretFile === null ? null : await secretOf(source, secretFile)
  const { buildSite } = await import('../build/index.ts')
  await buildSite()
  const id = `${source.name} > ${target.name}`
  const work = `${target.folder ?? source.folder}-moving`
  const marked = await target.use((site) => markIn(site, id, target))
  const taken = marked ?? (await source.use(({ stored }) => backUpTo(work, stored, id, print)))
  await target.use(async ({ stored, db, ...site }) => {
    if (marked !== null) await stored.alone(async () => print(await stored.derive()))
    else
      await restore(
        stored,
        { folder: backupIn(work), replace: false, last: [markFile(work)] },
        print,
        new Date(),
      )
    await site.migrate()
    if (secret !== null) await site.putSecret(secret)
    report(await checkAll(db, new Date()), print)
    const [apps] = await stored.query<{ users: number }>(AUTHENTICATOR_APPS)
    const steps = nextSteps({
      source,
      target,
      taken,
      hasSecret: secret !== null,
      apps: apps?.users ?? 0,
    })
    for (const line of steps) print(line)
    await removeWork(work)
    await stored.query(`DELETE FROM site_state WHERE key = 'move'`)
  })
}

const backupIn = (work: string) => join(work, 'backup')
const markFile = (work: string) => join(work, 'mark.sql')

const AUTHENTICATOR_APPS = 'SELECT COUNT(*) AS users FROM user_totp WHERE confirmed_at IS NOT NULL'

function wishIn(args: string[], wrangler: Wrangler, print: Print) {
  const option = args.find((arg) => /^--with-secret(=|$)/.test(arg))
  const [source, target, ...more] = args
    .filter((arg) => arg !== option)
    .map((arg) => placeOf(arg, wrangler, print))
  if (!source || !target || more.length > 0 || (source.folder ?? target.folder) === null)
    throw new Failure(`usage: npm run joule -- ${MOVE.usage}`)
  if (source.folder !== null && target.folder !== null && overlap(source.folder, target.folder))
    throw new Failure('source and target must be separate folders')
  return { source, target, secretFile: option?.slice('--with-secret='.length) ?? null }
}

const overlap = (one: string, other: string) =>
  (one + sep).startsWith(other + sep) || (other + sep).startsWith(one + sep)

function placeOf(arg: string, wrangler: Wrangler, print: Print): Place {
  const [option, env] = arg.split('=')
  if (option === '--remote') return cloudflarePlace(env, wrangler, print)
  if (arg.startsWith('--'))
    throw new Failure(`unknown option ${arg}; usage: npm run joule -- ${MOVE.usage}`)
  return folderPlace(resolve(arg))
}

const SECRET_MIN = 32

/**
 * The secret in the file, or that of the source folder if `file` is empty. Refuses a short secret.
 */
async function secretOf({ folder }: Place, file: string): Promise<string> {
  if (file === '' && folder === null)
    throw new Failure(
      'Cloudflare does not reveal secrets; name a file with the secret: --with-secret=<file>',
    )
  const text =
    file === '' ? await storedSecret(folder ?? '') : await readFile(file, 'utf8').catch(() => '')
  const secret = text.trim()
  if (secret.length >= SECRET_MIN) return secret
  throw new Failure(`${file || folder} has no secret of at least ${SECRET_MIN} characters`)
}

/**
 * The time of the snapshot if this move has already loaded it into the target, null if the target
 * is empty. Refuses a target with other data.
 */
async function markIn({ stored }: PlacedSite, id: string, { name }: Place): Promise<string | null> {
  if (await isEmpty(stored)) return null
  const [mark] = await stored.query<{ value: string }>(
    `SELECT value FROM site_state WHERE key = 'move'`,
  )
  const [marked, taken] = mark ? JSON.parse(mark.value) : []
  if (marked === id) return taken
  throw new Failure(`${name} is not empty; a site can only be moved to one without users`)
}

/** A repeated move takes a new snapshot, because the source may have changed. */
async function backUpTo(work: string, site: StoredSite, id: string, print: Print): Promise<string> {
  await mkdir(work, { recursive: true, mode: 0o700 })
  await restartBackup(backupIn(work), site)
  const { taken_at, images } = await backUp(site, backupIn(work), print, new Date())
  await writeFile(markFile(work), withLiterals(MARK, [JSON.stringify([id, taken_at])]))
  print(`The database of ${taken_at} and ${images} images are backed up in ${work}.`)
  return taken_at
}

const MARK = `INSERT INTO site_state (key, value) VALUES ('move', ?)
  ON CONFLICT (key) DO UPDATE SET value = excluded.value;
`

async function removeWork(work: string): Promise<void> {
  for (const path of [backupIn(work), markFile(work)])
    await rm(path, { recursive: true, force: true })
  // Fails if the folder has other files, which stay.
  await rmdir(work).catch(() => {})
}

interface Moved {
  source: Place
  target: Place
  /** The time of the snapshot. */
  taken: string
  hasSecret: boolean
  /** The number of users with an authenticator app. */
  apps: number
}

/** The steps that remain for the owner after a move. */
function nextSteps(moved: Moved): string[] {
  const { source, target, taken, hasSecret } = moved
  const steps = [
    ...(target.folder === null ? ON_CLOUDFLARE : onMachine(target.folder, source.folder === null)),
    ...(hasSecret
      ? ['Sessions stay valid on the same host name. On another one, everyone has to log in again.']
      : newSecret(moved)),
    source.folder === null
      ? `The Worker still responds at its old address. Data written there after ${taken} are not moved. Delete it with "npx wrangler delete" when the new site works.`
      : `${source.folder} is unchanged. Do not start it again; delete it when the new site works.`,
  ]
  return [
    '',
    `${target.name} has the site of ${taken}. Next:`,
    ...steps.map((step, n) => `  ${n + 1}. ${step}`),
  ]
}

const ON_CLOUDFLARE = [
  'Set your domain in "routes" of wrangler.toml. The domain must be a zone of the same account.',
  'DNS: delete the A and AAAA records of the old machine. The deployment creates the new record, and refuses while old ones exist.',
  'Set MAIL_FROM and the binding EMAIL in wrangler.toml (docs/operations.md).',
  'Run "npm run deploy".',
]

const onMachine = (folder: string, leavesCloudflare: boolean) => [
  `Start it: JOULE_DATA=${folder} JOULE_ORIGIN=https://<your domain> npm run serve, with SMTP_URL and MAIL_FROM for mail (docs/self-hosting.md).`,
  leavesCloudflare
    ? 'DNS: remove the domain from the Worker (Settings, Domains & Routes), then point its A and AAAA records to this machine.'
    : 'DNS: if the machine changes, point the A and AAAA records of the domain to it.',
]

function newSecret({ apps, source, target }: Moved): string[] {
  const everyone = 'The secret was not moved: everyone has to log in again.'
  if (apps === 0) return [everyone]
  const how =
    target.folder === null
      ? `run "npx wrangler secret put JOULE_SECRET < ${source.folder}/secret"`
      : `write the old secret to ${target.folder}/secret`
  return [
    everyone,
    `Authenticator apps do not work with another secret: ${apps} of your users would need a recovery code. To avoid that, ${how}.`,
  ]
}

/** The source or the target of a move: a data folder, or a site at Cloudflare. */
interface Place {
  name: string
  /** Null at Cloudflare. */
  folder: string | null
  hasSite(): boolean
  /** Opens the site for a task and closes it afterwards. */
  use<Done>(work: (site: PlacedSite) => Promise<Done>): Promise<Done>
}

interface PlacedSite {
  stored: StoredSite
  db: Statements
  /** Applies migrations that a restored database of an older version lacks. */
  migrate(): Promise<void>
  putSecret(secret: string): Promise<void>
}

function cloudflarePlace(env: string | undefined, wrangler: Wrangler, print: Print): Place {
  return {
    name: env ? `Cloudflare (${env})` : 'Cloudflare',
    folder: null,
    hasSite: () => true,
    async use(work) {
      const { deployedSite } = await import('../cloudflare/deployed.ts')
      const { applyRemotely, migrationsToApply, statementsOn } = await import(
        '../cloudflare/database.ts'
      )
      const { putSecret } = await import('../deploy/upload.ts')
      const remote = await deployedSite(env, wrangler)
      return work({
        stored: await (await import('../backup/cloudflare.ts')).cloudflare(remote, print),
        db: statementsOn(remote.db),
        migrate: async () => applyRemotely(remote.db, (await migrationsToApply(remote.db)).pending),
        putSecret: (secret) => putSecret(remote.account, remote.worker, secret),
      })
    },
  }
}

function folderPlace(folder: string): Place {
  return {
    name: folder,
    folder,
    hasSite: () => existsSync(join(folder, 'd1')),
    async use(work) {
      await refuseOtherFolder(folder)
      if (await holderOf(folder)) throw new Failure(`a site is running in ${folder}; stop it first`)
      const { openStorage } = await import('../site/storage.ts')
      const { storage, stop } = await openStorage({ ...readSettings(process.env), data: folder })
      try {
        return await work({
          stored: (await import('../backup/local.ts')).here(storage, folder),
          db: openDb(storage.DB, new Meter()),
          // A restore into a folder includes the migrations.
          async migrate() {},
          putSecret: (secret) => storeSecret(folder, secret),
        })
      } finally {
        await stop()
      }
    },
  }
}

/**
 * Refuses a folder with other files, because opening a data folder changes the permissions of its
 * files.
 */
async function refuseOtherFolder(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : []
  // A killed command may leave hidden files only.
  if (names.some((name) => !name.startsWith('.')) && !names.includes('secret'))
    throw new Failure(`${folder} contains other files; use a new or empty folder`)
}
