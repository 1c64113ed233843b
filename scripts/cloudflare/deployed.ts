import { Failure } from '../bootstrap/failure.mjs'
import { type Account, logIn, type Wrangler } from './account.ts'
import { existingDatabase } from './database.ts'
import { readTarget } from './target.ts'

export type Deployed = Awaited<ReturnType<typeof deployedSite>>

/** Each resource is looked up on first use, so that a login needs no permission for the others. */
export async function deployedSite(env: string | undefined, wrangler: Wrangler) {
  const { worker, databases, buckets } = await readTarget(env)
  const account = await logIn(wrangler)
  const database = (binding: string) => existingDatabase(account, bound(databases, binding))
  const bucket = (binding: string) => existingBucket(account, bound(buckets, binding).name)
  return {
    account,
    worker,
    db: await database('DB'),
    search: () => database('SEARCH'),
    images: () => bucket('IMAGES'),
    backups: () => bucket('BACKUPS'),
  }
}

function bound<Bound extends { binding: string }>(all: Bound[], wanted: string): Bound {
  const found = all.find(({ binding }) => binding === wanted)
  if (!found) throw new Failure(`wrangler.toml has no binding ${wanted}`)
  return found
}

/**
 * Checks the bucket first: for a missing object, Cloudflare does not say whether the bucket exists.
 */
async function existingBucket(account: Account, name: string) {
  const found = await account.ask('GET', `r2/buckets/${name}`)
  if (!found)
    throw new Failure(
      `the account "${account.name}" has no bucket ${name}; "npm run deploy" creates it`,
    )
  const at = (key: string) =>
    `r2/buckets/${name}/objects/${key.split('/').map(encodeURIComponent).join('/')}`
  return {
    name,
    get: (key: string) => account.bytes(at(key)),
    put: (key: string, bytes: Uint8Array<ArrayBuffer>, type = 'application/octet-stream') =>
      account.put(at(key), bytes, type),
  }
}
