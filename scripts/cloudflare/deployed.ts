import { Failure } from '../bootstrap/failure.mjs'
import { type Account, logIn, type Wrangler } from './account.ts'
import { existingBucket, type RemoteBucket } from './bucket.ts'
import { existingDatabase, type RemoteDatabase } from './database.ts'
import { readTarget } from './target.ts'

/** A site at Cloudflare with the parts that `npm run deploy` has made. A login needs no right to parts that nobody asks for. */
export interface Deployed {
  account: Account
  worker: string
  db: RemoteDatabase
  search(): Promise<RemoteDatabase>
  images(): Promise<RemoteBucket>
  backups(): Promise<RemoteBucket>
}

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
  if (!found) throw new Failure(`wrangler.toml binds nothing to ${wanted}`)
  return found
}
