import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'

/** The bucket that wrangler.toml binds to a name; wrangler itself lists no objects and takes no binding for a bucket. */
export async function bucketOf(name: 'IMAGES' | 'BACKUPS'): Promise<string> {
  process.env.WRANGLER_LOG ??= 'error'
  const { unstable_readConfig } = await import('wrangler')
  const { name: worker, r2_buckets } = unstable_readConfig({ config: inRoot('wrangler.toml') })
  const bound = r2_buckets.find(({ binding }: { binding: string }) => binding === name)
  if (!bound) throw new Failure(`wrangler.toml binds no bucket to ${name}`)
  // Left out, it is named by the Worker and the binding when wrangler makes it.
  return bound.bucket_name ?? `${worker}-${name.toLowerCase()}`
}
