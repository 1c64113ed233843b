import { readFile } from 'node:fs/promises'
import { parse, TomlError } from 'smol-toml'
import type { Unstable_RawConfig, Unstable_RawEnvironment } from 'wrangler'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'

/** The deployed site in wrangler.toml: production, or a section [env.<name>]. */
export interface Target {
  worker: string
  /** The name of the compute Worker. */
  compute: string
  /** Its name in wrangler.toml: another one, if only the name of the main Worker was changed. */
  boundCompute: string
  compatibilityDate: string
  databases: DatabaseBinding[]
  buckets: { binding: string; name: string }[]
}

export interface DatabaseBinding {
  /** The name in the Worker, such as `DB`. */
  binding: string
  /** The name at Cloudflare. */
  name: string
  /** The folder of its migrations. */
  migrations: string
}

/** Refuses a section that lacks a name of the Worker, of a database or of a bucket. */
export async function readTarget(env: string | undefined): Promise<Target> {
  const section = await readSection(env)
  const { name, compatibility_date, services = [], d1_databases = [], r2_buckets = [] } = section
  const worker = named(name, 'name')
  const compute = services.find(({ binding }) => binding === 'COMPUTE')?.service
  return {
    worker,
    // Two sites of one account must not share it, so its name depends on that of the main Worker.
    compute: `${worker}-compute`,
    boundCompute: named(compute, 'service of COMPUTE'),
    compatibilityDate: named(compatibility_date, 'compatibility_date'),
    databases: d1_databases.map(({ binding, database_name, migrations_dir }) => ({
      binding,
      name: named(database_name, `database_name of ${binding}`),
      migrations: inRoot(named(migrations_dir, `migrations_dir of ${binding}`)),
    })),
    buckets: r2_buckets.map(({ binding, bucket_name }) => ({
      binding,
      name: named(bucket_name, `bucket_name of ${binding}`),
    })),
  }
}

/**
 * Reads the section as wrangler does: an environment does not inherit bindings. Loading wrangler
 * itself would take a second.
 */
async function readSection(env = process.env.CLOUDFLARE_ENV): Promise<Unstable_RawEnvironment> {
  const config = parsed(await readFile(inRoot('wrangler.toml'), 'utf8'))
  if (!env) return config
  const section = config.env?.[env]
  if (!section) throw new Failure(`wrangler.toml: there is no section [env.${env}]`)
  const { compatibility_date } = config
  const name = section.name ?? (config.name && `${config.name}-${env}`)
  return { ...(compatibility_date && { compatibility_date }), ...section, ...(name && { name }) }
}

function parsed(toml: string): Unstable_RawConfig {
  try {
    return parse(toml) as Unstable_RawConfig
  } catch (error) {
    if (error instanceof TomlError)
      throw new Failure(`wrangler.toml: ${error.message.split('\n')[0]}`)
    throw error
  }
}

function named(value: string | undefined, what: string): string {
  if (!value) throw new Failure(`wrangler.toml does not define the ${what}`)
  return value
}
