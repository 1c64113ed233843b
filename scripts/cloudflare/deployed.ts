import { Failure } from '../bootstrap/failure.mjs'
import { type Account, logIn } from './account.ts'
import { existingBucket, type RemoteBucket } from './bucket.ts'
import { existingDatabase, type RemoteDatabase } from './database.ts'
import { readTarget } from './target.ts'

/** A site at Cloudflare with the parts that `npm run deploy` has made, each there and open to this login. */
export interface Deployed {
  account: Account
  worker: string
  db: RemoteDatabase
  search: RemoteDatabase
  images: RemoteBucket
  backups: RemoteBucket
}

export async function deployedSite(env: string | undefined, login = logIn): Promise<Deployed> {
  const { worker, databases, buckets } = await readTarget(env)
  const account = await login()
  const database = (binding: string) => existingDatabase(account, bound(databases, binding))
  const bucket = (binding: string) => existingBucket(account, bound(buckets, binding).name)
  return {
    account,
    worker,
    db: await database('DB'),
    search: await database('SEARCH'),
    images: await bucket('IMAGES'),
    backups: await bucket('BACKUPS'),
  }
}

function bound<Bound extends { binding: string }>(all: Bound[], wanted: string): Bound {
  const found = all.find(({ binding }) => binding === wanted)
  if (!found) throw new Failure(`wrangler.toml binds nothing to ${wanted}`)
  return found
}
