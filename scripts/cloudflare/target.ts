import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'

/** The configuration of the deployed site in wrangler.toml: production, or a section [env.<name>]. */
export interface Target {
  worker: string
  databases: { binding: string; name: string; migrations: string }[]
  buckets: { binding: string; name: string }[]
}

interface Config {
  name?: string
  d1_databases: { binding: string; database_name?: string; migrations_dir?: string }[]
  r2_buckets: { binding: string; bucket_name?: string }[]
}

export async function readTarget(env: string | undefined): Promise<Target> {
  const { name, d1_databases, r2_buckets } = await readConfig(env)
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

async function readConfig(env: string | undefined): Promise<Config> {
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_readConfig } = await import('wrangler')
  try {
    return unstable_readConfig({ config: inRoot('wrangler.toml'), ...(env && { env }) })
  } catch (error) {
    const [, reason = String(error)] = /- (.+)/.exec(String(error)) ?? []
    throw new Failure(`wrangler.toml: ${reason}`)
  }
}

function named(value: string | undefined, what: string): string {
  if (!value) throw new Failure(`wrangler.toml does not define the ${what}`)
  return value
}
