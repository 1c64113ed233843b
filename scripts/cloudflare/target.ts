import { readFile } from 'node:fs/promises'
import { parse, TomlError } from 'smol-toml'
import type { Unstable_RawConfig, Unstable_RawEnvironment } from 'wrangler'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'

/** The deployed site in wrangler.toml: production, or a section [env.<name>]. */
export interface Target {
  worker: string
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
  const { name, d1_databases = [], r2_buckets = [] } = await readSection(env)
  return {
    worker: named(name, 'name'),
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
  return { ...section, name: section.name ?? (config.name && `${config.name}-${env}`) }
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
