import { parseArgs } from 'node:util'
import { Failure } from '../bootstrap/failure.mjs'

/** `DEPLOY_HELP` describes the options. */
export interface Options {
  /** A section [env.<name>] of wrangler.toml; undefined is production. */
  env: string | undefined
  /** The address of the site, if wrangler.toml does not define it. */
  url: string | undefined
  /** Continues although the account is on the free plan. */
  free: boolean
  help: boolean
  /** Creates a new secret for signing; signatures of the old ones stay valid. */
  rotateSecret: boolean
  /** From now on, accepts only signatures of the newest secret. */
  retireSecrets: boolean
}

export const DEPLOY_HELP = `npm run deploy -- [--env staging] [--free] [--url <address>] [--rotate-secret | --retire-secrets]

Deploys this code to Cloudflare: creates the site on the first run, upgrades it afterwards.
  --env <name>      deploys the section [env.<name>] of wrangler.toml, a separate site beside production
  --free            continues although the account is on the free plan
  --url <address>   the address of the site, if wrangler.toml does not define it
  --rotate-secret   creates a new secret for signing; signatures of the old one stay valid
  --retire-secrets  refuses signatures of all secrets but the newest from now on`

export function readOptions(args: string[]): Options {
  try {
    const { values } = parseArgs({
      args,
      options: {
        env: { type: 'string', short: 'e' },
        free: { type: 'boolean', default: false },
        url: { type: 'string' },
        'rotate-secret': { type: 'boolean', default: false },
        'retire-secrets': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
    if (values.url !== undefined && !URL.canParse(values.url))
      throw new Error(`"${values.url}" is not an address`)
    const { env, url, free, help } = values
    const [rotateSecret, retireSecrets] = [values['rotate-secret'], values['retire-secrets']]
    if (rotateSecret && retireSecrets)
      throw new Error(
        '--rotate-secret and --retire-secrets cannot be combined: sessions need time to be renewed first',
      )
    return { env, url, free, help, rotateSecret, retireSecrets }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : error
    throw new Failure(`${reason}; "npm run deploy -- --help" lists the options`)
  }
}
