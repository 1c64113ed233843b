import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'
import type { Target } from '../cloudflare/target.ts'

/** DEPLOY_HELP describes each of them. */
export type Options = ReturnType<typeof readOptions>

export const DEPLOY_HELP = `npm run deploy -- [--env staging] [--dry-run] [--free] [--url <address>] [--rotate-secret | --retire-secrets]

Deploys this code to Cloudflare: creates the site on the first run, upgrades it afterwards.
  --env <name>      deploys the section [env.<name>] of wrangler.toml, a separate site beside production
  --dry-run         prints every step without doing it
  --free            continues although the account is on the free plan
  --url <address>   the address of the site, if wrangler.toml does not define it
  --rotate-secret   creates a new secret for signing; signatures of the old one stay valid
  --retire-secrets  refuses signatures of all secrets but the newest from now on`

export function readOptions(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        env: { type: 'string', short: 'e' },
        'dry-run': { type: 'boolean', default: false },
        free: { type: 'boolean', default: false },
        url: { type: 'string' },
        'rotate-secret': { type: 'boolean', default: false },
        'retire-secrets': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.url !== undefined && !URL.canParse(values.url)) throw new Error(`"${values.url}" is not an address`)
    const { env, url, free, help } = values
    const [rotateSecret, retireSecrets] = [values['rotate-secret'], values['retire-secrets']]
    if (rotateSecret && retireSecrets)
      throw new Error('--rotate-secret and --retire-secrets cannot be combined: sessions need time to be renewed first')
    return { env, url, free, help, dryRun: values['dry-run'], rotateSecret, retireSecrets }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : error
    throw new Failure(`${reason}; "npm run deploy -- --help" lists the options`)
  }
}

/** The steps of a deployment, as printed by `--dry-run`. Sends no request. */
export function planned({ worker, databases, buckets }: Target, options: Options): string[] {
  const { env } = options
  const names = databases.map(({ name }) => name)
  const bucketNames = buckets.map(({ name }) => name)
  const suffix = env ? ` --env ${env}` : ''
  const steps = [
    'wrangler whoami: check the login and choose the account',
    'check the plan of the account: stop on the free plan, unless --free is given',
    'check the permissions of the login, before anything is created',
    'npm run build: types, lint, bundle, sizes, licences; print the hash of the bundle',
    `create the databases ${names.join(' and ')} if they are missing`,
    'lock, so that no other deployment runs',
    ...names.map((name) => `print a Time Travel bookmark of ${name}, if it is already in use`),
    ...names.map((name) => `apply the missing migrations of ${name}, each in one transaction`),
    `turn on read replicas of ${names.join(' and ')}`,
    options.rotateSecret
      ? 'create a new secret beside the old one, without showing it'
      : 'create JOULE_SECRET if it is missing, without showing it',
    `wrangler deploy --minify${suffix}: the Worker ${worker}, and the buckets ${bucketNames.join(' and ')} if they are missing`,
    'wait until /healthz is healthy; otherwise wrangler rollback to the previous version',
    ...(options.retireSecrets ? ['delete every secret but the newest'] : []),
    'print the address and, if there is no owner, a link to become the owner',
    'unlock',
  ]
  return ['Would run these steps:', ...steps.map((step, n) => `${String(n + 1).padStart(4)}. ${step}`)]
}
