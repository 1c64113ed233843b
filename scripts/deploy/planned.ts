import type { Target } from '../cloudflare/target.ts'
import type { Options } from './options.ts'

/** Every step of a deployment, as `--dry-run` prints it. Nothing is asked of anybody. */
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
