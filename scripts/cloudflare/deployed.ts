import { Failure } from '../bootstrap/failure.mjs'
import { type Account, logIn, type Wrangler } from './account.ts'
import { existingDatabase, type RemoteDatabase } from './database.ts'
import { readTarget } from './target.ts'

/**
 * A deployed site with the resources that `npm run deploy` created. The search database and the
 * buckets are looked up when they are used, so that a command needs no permission for the others.
 */
export interface Deployed {
  account: Account
  worker: string
  db: RemoteDatabase
  search(): Promise<RemoteDatabase>
  images(): Promise<RemoteBucket>
  backups(): Promise<RemoteBucket>
}

export interface RemoteBucket {
  name: string
  /** Null if the object does not exist. */
  get(key: string): Promise<Uint8Array<ArrayBuffer> | null>
  put(key: string, bytes: Uint8Array<ArrayBuffer>, type?: string): Promise<void>
}

/** `env` is a section [env.<name>] of wrangler.toml; undefined is production. */
export async function deployedSite(env: string | undefined, wrangler: Wrangler): Promise<Deployed> {
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
 * Checks the bucket first, because Cloudflare's response for a missing object does not tell whether
 * the bucket exists.
 */
async function existingBucket(account: Account, name: string): Promise<RemoteBucket> {
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
