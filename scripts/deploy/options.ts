import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'
import type { Target } from '../cloudflare/target.ts'

export interface Options {
  /** A section [env.<name>] of wrangler.toml; undefined is production. */
  env: string | undefined
  /** Only prints the steps. */
  dryRun: boolean
  /** Continues although the account is on the free plan. */
  free: boolean
  /** Creates a new secret for signing; signatures of the old ones stay valid. */
  rotateSecret: boolean
  /** Accepts only signatures of the newest secret from now on. */
  retireSecrets: boolean
  /** The address of the site, if wrangler.toml does not define it. */
  url: string | undefined
  help: boolean
}

export const DEPLOY_HELP = `npm run deploy -- [--env staging] [--dry-run] [--free] [--url <address>] [--rotate-secret | --retire-secrets]

Brings this code to Cloudflare: the first time into an empty account, after that as an upgrade.
  --env <name>      deploys the section [env.<name>] of wrangler.toml, a site of its own beside production
  --dry-run         says every step, and does none
  --free            goes on although the account is on the free plan
  --url <address>   where the site answers, when it is not an address that wrangler.toml gives it
  --rotate-secret   makes a new secret that signs from now on; sessions of the old one go on
  --retire-secrets  ends that: what older secrets have signed is refused from now on`

export function readOptions(args: string[]): Options {
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
    if (rotateSecret && retireSecrets) throw new Error('a secret is retired only once sessions had time to be renewed')
    return { env, url, free, help, dryRun: values['dry-run'], rotateSecret, retireSecrets }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : error
    throw new Failure(`${reason}; "npm run deploy -- --help" says what can be said`)
  }
}

/** The steps of a deployment, as printed by `--dry-run`. Sends no request. */
export function planned({ worker, databases, buckets }: Target, options: Options): string[] {
  const { env } = options
  const names = databases.map(({ name }) => name)
  const bucketNames = buckets.map(({ name }) => name)
  const suffix = env ? ` --env ${env}` : ''
  const steps = [
    'wrangler whoami: is there a login, and which account',
    'the plan of the account: on the free plan it ends here, unless --free is given',
    'the rights of the login: what it may not change is said here, before anything is made',
    'npm run build: types, lint, bundle, sizes, licences; the hash of the bundle is printed',
    `make the databases ${names.join(' and ')} if they are missing`,
    'hold the deployment, so that no other runs beside it',
    ...names.map((name) => `note a Time Travel bookmark of ${name}, if it is already in use`),
    ...names.map((name) => `apply the missing migrations of ${name}, each whole or not at all`),
    options.rotateSecret
      ? 'make a new secret beside the old one, without showing it'
      : 'make JOULE_SECRET if there is none, without showing it',
    `wrangler deploy --minify${suffix}: the Worker ${worker}, and the buckets ${bucketNames.join(' and ')} if they are missing`,
    'wait until /healthz is well; if it is not, wrangler rollback to the version before',
    ...(options.retireSecrets ? ['retire every secret but the newest'] : []),
    'print the address and, while there is no owner, a link that makes one',
    'let the deployment go',
  ]
  return ['Would do, in this order:', ...steps.map((step, n) => `${String(n + 1).padStart(4)}. ${step}`)]
}
