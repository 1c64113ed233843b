import { setTimeout as wait } from 'node:timers/promises'
import { SETUP_PATH } from '#features/core/site/setup.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { build as checkAndBuild } from '../build/code.ts'
import { bundleHash, bundleWorker, readWorkerConfig } from '../build/worker.ts'
import { type Account, logIn, runWrangler } from '../cloudflare/account.ts'
import {
  applyRemotely,
  bookmarkOf,
  ensureDatabase,
  lockDeployment,
  migrationsToApply,
  type RemoteDatabase,
  replicate,
  undoCommand,
} from '../cloudflare/database.ts'
import { readTarget, type Target } from '../cloudflare/target.ts'
import { DEPLOY_HELP, type Options, readOptions } from './options.ts'
import {
  checkPlan,
  checkRights,
  errorsIn,
  ownerLink,
  retireSecrets,
  secretNames,
  secretToMake,
  servingVersion,
  upload,
  uploadCompute,
  type Version,
  withComputeBound,
} from './upload.ts'

/**
 * `npm run deploy`: creates a site in an empty account, or upgrades it. After a failed step the old
 * version serves the site, unless the rollback of an unhealthy version fails too.
 */
export async function deploy(args: string[], tools: Partial<Tools> = {}): Promise<void> {
  const { build, wrangler, readTarget } = { ...TOOLS, ...tools }
  const options = readOptions(args)
  if (options.help) return console.log(DEPLOY_HELP)
  const target = await readTarget(options.env)
  const account = await logIn(wrangler)
  say('account', account.name)
  say('plan', await checkPlan(account, options.free))
  await checkRights(account, target.worker)
  await servingVersion(account, target.worker)
  const bundle = await build()
  say('bundle', `sha256 ${bundle}`)
  const databases = await Promise.all(
    target.databases.map((database) => ensureDatabase(account, database)),
  )
  const unlock = await lockDeployment(mainOf(databases), new Date())
  try {
    // Read after the build: another deployment may have finished during it.
    const before = await servingVersion(account, target.worker)
    const newSecret = secretToMake(
      await secretNames(account, target.worker),
      options.rotateSecret,
      new Date(),
    )
    await deployVersion({ options, target, account, databases, before, newSecret, bundle })
  } finally {
    await unlock()
  }
}

/** Tests replace parts of this. */
const TOOLS = {
  /** Returns the hash of the bundle. */
  async build() {
    await checkAndBuild()
    return hashOfBundle()
  },
  wrangler: runWrangler,
  readTarget,
}

export type Tools = typeof TOOLS

interface Deployment {
  options: Options
  target: Target
  account: Account
  databases: RemoteDatabase[]
  /** The version that serves the site before the deployment, null on the first deployment. */
  before: string | null
  /** The name of a secret to create, or null. */
  newSecret: string | null
  /** The hash, which the owner sees at /healthz. */
  bundle: string
}

async function deployVersion(deployment: Deployment): Promise<void> {
  const { options, target, account, databases, before, newSecret, bundle } = deployment
  const environment = options.env ? ['--env', options.env] : ['--env', '']
  for (const database of databases) await migrateRemotely(account, database)
  for (const database of databases) await replicateOrWarn(account, database)
  // First, because the new main Worker needs the jobs of the new compute Worker.
  await uploadCompute(account, target, options.free)
  say('compute', target.compute)
  const version = await withComputeBound(target, (config) =>
    upload(account, [...config, ...environment, '--var', `JOULE_BUNDLE:${bundle}`], newSecret),
  )
  if (newSecret) say('secret', `${newSecret} created (not shown)`)
  say('version', version.id)
  const address = (options.url ?? version.address)?.replace(/\/$/, '')
  if (!address)
    throw new Failure(
      'the new version is deployed, but has no address: set a route in wrangler.toml, or add --url',
    )
  const problem = await healthProblem(address, target.worker, version.id)
  if (problem) throw await rolledBack(account, environment, { problem, before, version })
  say('healthy', `${address}/healthz`)
  if (options.retireSecrets) await retire(account, target.worker)
  console.log(`\nJoule is running at ${address}`)
  const link = await ownerLink(mainOf(databases).query, address, new Date())
  if (link)
    console.log(
      `\nThe site has no owner yet. Open this link within 30 minutes to become the owner (it works once):\n  ${link}\nIt then opens the set-up list at ${address}${SETUP_PATH}.`,
    )
}

/**
 * Runs before the upload of the code that needs the migrations. Always records the Time Travel
 * bookmark of existing data, because new code may damage data without any migration.
 */
async function migrateRemotely(account: Account, database: RemoteDatabase): Promise<void> {
  const { applied, pending } = await migrationsToApply(database)
  if (applied > 0) say('undo', undoCommand(database, await bookmarkOf(account, database)))
  if (pending.length === 0) return say('migrations', `${database.name} is up to date`)
  await applyRemotely(database, pending)
  say('migrations', `${database.name}: ${pending.join(', ')}`)
}

/** Without replicas the site works, so a failure is only a warning. */
async function replicateOrWarn(account: Account, database: RemoteDatabase): Promise<void> {
  try {
    await replicate(account, database)
    say('replicas', `${database.name}: on`)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    say(
      'replicas',
      `warning: ${database.name} has no read replicas, so distant readers wait longer: ${error.message}`,
    )
  }
}

async function retire(account: Account, worker: string): Promise<void> {
  const retired = await retireSecrets(account, worker)
  say(
    'secret',
    retired.length === 0
      ? 'only one secret exists; nothing to retire'
      : `retired: ${retired.join(', ')}`,
  )
}

async function rolledBack(
  account: Account,
  environment: string[],
  { problem, before, version }: { problem: string; before: string | null; version: Version },
): Promise<Failure> {
  const what = `version ${version.id} is not healthy: ${problem}.`
  if (!before)
    return new Failure(
      `${what} There is no earlier version to roll back to; fix the cause and deploy again`,
    )
  const message = `rolled back by npm run deploy: ${problem}`.slice(0, 100)
  const { code, output } = await account.wrangler([
    'rollback',
    before,
    '--yes',
    '--message',
    message,
    ...environment,
  ])
  if (code === 0)
    return new Failure(`${what} Rolled back to version ${before}, which serves the site`)
  return new Failure(
    `${what} The rollback to version ${before} FAILED, and the new version still serves the site: ${errorsIn(output)}`,
  )
}

/** Uses the output of the build. */
export async function hashOfBundle(): Promise<string> {
  await bundleWorker()
  return bundleHash((await readWorkerConfig()).files)
}

function mainOf([main]: RemoteDatabase[]): RemoteDatabase {
  if (!main) throw new Failure('wrangler.toml has no database')
  return main
}

function say(what: string, text: string): void {
  console.log(`${what.padEnd(12)}${text}`)
}

/** A new address needs some time until its certificate is ready. */
const PATIENCE = { tries: 30, pause: 3_000 }

/** Null if the new version is healthy, otherwise the reason. A missing owner is not an error. */
async function healthProblem(
  address: string,
  worker: string,
  version: string,
): Promise<string | null> {
  const { JOULE_HEALTH_TRIES } = process.env
  const { tries, pause } = JOULE_HEALTH_TRIES
    ? { tries: Number(JOULE_HEALTH_TRIES), pause: 100 }
    : PATIENCE
  // The old version may still serve some requests; this header selects the new version.
  const headers = { 'Cloudflare-Workers-Version-Overrides': `${worker}="${version}"` }
  let problem: string | null = null
  for (let n = 0; n < tries; n++) {
    if (n > 0) await wait(pause)
    problem = await ask(`${address}/healthz`, headers)
    if (problem === null) return null
  }
  return problem
}

async function ask(url: string, headers: Record<string, string>): Promise<string | null> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(10_000) })
    if (response.ok) return null
    const { checks } = (await response.json().catch(() => ({}))) as {
      checks?: Record<string, boolean>
    }
    const failed = Object.keys(checks ?? {}).filter((name) => !checks?.[name] && name !== 'owner')
    if (checks && failed.length === 0) return null
    return checks ? `failed checks: ${failed.join(', ')}` : `/healthz returned ${response.status}`
  } catch (error) {
    return `/healthz does not respond (${error instanceof Error ? error.message : error})`
  }
}
