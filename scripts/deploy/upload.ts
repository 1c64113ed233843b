import { createHash, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { JOB_MAX } from '#compute/client.ts'
import { OWNER_LINK_LIFETIME } from '#features/accounts/status/claim.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { COMPUTE, inRoot, inTemporaryFolder, WORKER_BUNDLE } from '../build/paths.ts'
import { type Account, HOW_TO_LOG_IN, MissingPermission, Refused } from '../cloudflare/account.ts'
import type { Target } from '../cloudflare/target.ts'
import type { Query } from '../site/query.ts'

export interface Version {
  id: string
  /** Null if the Worker has neither a route nor a workers.dev address. */
  address: string | null
}

/** The version that serves the site now, null before the first deployment. */
export async function servingVersion(account: Account, worker: string): Promise<string | null> {
  const response = await account.ask<{ deployments: { versions: { version_id: string }[] }[] }>(
    'GET',
    `workers/scripts/${worker}/deployments`,
  )
  return response?.deployments[0]?.versions[0]?.version_id ?? null
}

/**
 * Uploads the built files. With `newSecret`, the same version also gets a new secret of this name.
 */
export function upload(
  account: Account,
  args: string[],
  newSecret: string | null,
): Promise<Version> {
  return inTemporaryFolder(async (folder) => {
    const [report, secrets] = [join(folder, 'report.ndjson'), join(folder, 'secrets.json')]
    // The secret is generated here, read by wrangler from a file, and deleted.
    if (newSecret)
      await writeFile(
        secrets,
        JSON.stringify({ [newSecret]: randomBytes(48).toString('base64url') }),
        { mode: 0o600 },
      )
    const command = [
      'deploy',
      join(WORKER_BUNDLE, 'index.js'),
      '--no-bundle',
      ...args,
      ...(newSecret ? ['--secrets-file', secrets] : []),
    ]
    const { code, output } = await account.wrangler(command, { WRANGLER_OUTPUT_FILE_PATH: report })
    if (code !== 0)
      throw new Failure(`the upload failed and the site is unchanged: ${errorsIn(output)}`)
    return versionIn(await readFile(report, 'utf8'))
  })
}

/**
 * Uploads the compute Worker. It has no address: only the binding of the main Worker reaches it.
 * The free plan has a limit of CPU time of its own.
 */
export function uploadCompute(account: Account, target: Target, isFree: boolean): Promise<void> {
  return inTemporaryFolder(async (folder) => {
    const config = join(folder, 'wrangler.json')
    await writeFile(
      config,
      JSON.stringify({
        name: target.compute,
        main: join(WORKER_BUNDLE, COMPUTE, 'index.js'),
        compatibility_date: target.compatibilityDate,
        workers_dev: false,
        preview_urls: false,
        no_bundle: true,
        find_additional_modules: true,
        rules: [{ type: 'CompiledWasm', globs: ['**/*.wasm'] }],
        observability: { enabled: true },
        ...(!isFree && { limits: { cpu_ms: JOB_MAX } }),
      }),
    )
    const { code, output } = await account.wrangler(['deploy', '--config', config])
    if (code !== 0)
      throw new Failure(
        `the upload of the compute Worker failed and the site is unchanged: ${errorsIn(output)}`,
      )
  })
}

/**
 * Calls `run` with the options of wrangler for a configuration that binds the compute Worker of
 * this site. The deploy button changes the name of the main Worker only.
 */
export async function withComputeBound<Result>(
  { compute, boundCompute }: Target,
  run: (options: string[]) => Promise<Result>,
): Promise<Result> {
  if (compute === boundCompute) return run([])
  // In the same folder, because the paths in the file are relative to it.
  const config = inRoot(`.wrangler-${process.pid}.toml`)
  const text = await readFile(inRoot('wrangler.toml'), 'utf8')
  await writeFile(config, text.replaceAll(`"${boundCompute}"`, `"${compute}"`))
  return run(['--config', config]).finally(() => rm(config, { force: true }))
}

interface Reported {
  type: string
  version_id?: string | null
  targets?: string[]
}

/** Wrangler writes one JSON object per line. */
function versionIn(report: string): Version {
  const lines = report.trim().split('\n')
  const deployed = lines
    .map((line): Reported => JSON.parse(line))
    .find(({ type }) => type === 'deploy')
  const [address = null] = (deployed?.targets ?? []).flatMap(
    (target) => /^(?:https:\/\/)?([\w.-]+\.\w+)/.exec(target)?.[1] ?? [],
  )
  return { id: deployed?.version_id ?? '', address: address && `https://${address}` }
}

/** The error lines of wrangler's output, without colours and frames. */
export function errorsIn(output: string): string {
  const plain = stripVTControlCharacters(output)
  const errors = [...plain.matchAll(/(?:\[ERROR\]|ERROR|✘)\s*(.+)/g)].map(([, text = '']) =>
    text.replace(/^\[ERROR\] /, ''),
  )
  const lines = plain.split('\n').filter((line) => line.trim() !== '')
  return errors.join('; ') || lines.at(-1)?.trim() || 'wrangler gave no reason'
}

/**
 * A link that makes its first user the owner. Null if the site has an owner. The database stores
 * only the hash of the newest link, so older links end.
 */
export async function ownerLink(query: Query, address: string, now: Date): Promise<string | null> {
  const [owner] = await query(`SELECT 1 FROM users WHERE role = 'owner' LIMIT 1`)
  if (owner) return null
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest('hex')
  await query('DELETE FROM owner_claims')
  await query(
    'INSERT INTO owner_claims (token_hash, expires_at) VALUES (?, ?)',
    hash,
    new Date(now.getTime() + OWNER_LINK_LIFETIME).toISOString(),
  )
  return `${address}/claim?token=${token}`
}

const FIRST = 'JOULE_SECRET'

/** The names of the signing secrets, newest first, as the Worker sorts them. */
export async function secretNames(account: Account, worker: string): Promise<string[]> {
  const secrets = await account.ask<{ name: string }[]>('GET', `workers/scripts/${worker}/secrets`)
  const names = (secrets ?? []).map(({ name }) => name)
  return names
    .filter((name) => /^JOULE_SECRET(_\d+)?$/.test(name))
    .toSorted((a, b) => (a < b ? 1 : -1))
}

/**
 * The name of the secret that this deployment creates, or null. A site without a secret always gets
 * one. The date in the name makes a rotated secret the newest.
 */
export function secretToMake(names: string[], rotates: boolean, now: Date): string | null {
  if (names.length === 0) return FIRST
  return rotates ? `${FIRST}_${now.toISOString().replaceAll(/\D/g, '').slice(0, 14)}` : null
}

/**
 * Deletes all secrets but the newest, so that only its signatures are valid. A deleted secret
 * cannot be restored.
 */
export async function retireSecrets(account: Account, worker: string): Promise<string[]> {
  const [, ...older] = await secretNames(account, worker)
  for (const name of older) await account.ask('DELETE', `workers/scripts/${worker}/secrets/${name}`)
  return older
}

/**
 * Replaces the oldest secret. Newer secrets still sign, and signatures of all secrets are accepted.
 */
export async function putSecret(account: Account, worker: string, text: string): Promise<void> {
  const secret = { name: FIRST, text, type: 'secret_text' }
  if (!(await account.ask('PUT', `workers/scripts/${worker}/secrets`, secret)))
    throw new Failure(
      `the account "${account.name}" has no Worker ${worker}; "npm run deploy" creates it`,
    )
}

/**
 * Checks the permissions of a deployment with empty requests. Cloudflare refuses every empty
 * request, but checks the permission first. So a missing permission is reported before anything is
 * created.
 */
export async function checkRights(account: Account, worker: string): Promise<void> {
  const probes = {
    'D1: Edit': 'd1/database',
    'Workers R2 Storage: Edit': 'r2/buckets',
    'Workers Scripts: Edit': `workers/scripts/${worker}/deployments`,
  }
  const responses = Object.entries(probes).map(async ([right, path]) => {
    const reason = await missingPermission(account, path)
    if (reason === null) return []
    return [reason === '' ? right : `${right} (${reason})`]
  })
  const missing = (await Promise.all(responses)).flat()
  if (missing.length > 0)
    throw new Failure(
      `this login lacks permissions for a deployment: ${missing.join(', ')}; ${HOW_TO_LOG_IN}`,
    )
}

/**
 * The reason for a missing permission, empty if Cloudflare gives none. Null if the request was
 * refused for another reason.
 */
async function missingPermission(account: Account, path: string): Promise<string | null> {
  try {
    await account.ask('POST', path, {})
    return null
  } catch (error) {
    if (error instanceof MissingPermission) return error.reason
    if (error instanceof Refused) return null
    throw error
  }
}

const FREE = `On the free plan a request may use 10 ms of CPU time and 50 queries. Passwords (bcrypt) and images need more, \
so registrations and logins would often fail. A database may have 500 MB.`

/**
 * Describes the plan of the account. Refuses the free plan before anything is changed, unless the
 * operator allows it.
 */
export async function checkPlan(account: Account, allowFree: boolean): Promise<string> {
  const subscriptions = await account
    .ask<{ rate_plan?: { id?: string } }[]>('GET', 'subscriptions')
    .catch((error) => {
      // Reading the subscription needs the Billing permission, which a deployment does not need.
      if (error instanceof MissingPermission) return null
      throw error
    })
  if (subscriptions === null) return `This login cannot read the plan of the account. ${FREE}`
  const isPaid = subscriptions.some(({ rate_plan }) =>
    /workers_(paid|unbound|enterprise|standard)|enterprise/.test(rate_plan?.id ?? ''),
  )
  if (isPaid) return 'Workers Paid'
  if (allowFree) return FREE
  throw new Failure(
    `the account "${account.name}" is on the free plan. ${FREE} Change to Workers Paid, or add --free`,
  )
}
