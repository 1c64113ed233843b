import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from './account.ts'

export interface RemoteBucket {
  name: string
  /** Null if there is no such object. */
  get(key: string): Promise<Uint8Array | null>
  put(key: string, bytes: Uint8Array<ArrayBuffer>, type: string | undefined): Promise<void>
}

/** Looked for first: of an object that is not there, Cloudflare does not say whether its bucket is. */
export async function existingBucket(account: Account, name: string): Promise<RemoteBucket> {
  const found = await account.ask('GET', `r2/buckets/${name}`)
  if (!found) throw new Failure(`the account "${account.name}" has no bucket ${name}; "npm run deploy" makes it`)
  const at = (key: string) => `r2/buckets/${name}/objects/${key.split('/').map(encodeURIComponent).join('/')}`
  return {
    name,
    get: (key) => account.bytes(at(key)),
    put: (key, bytes, type = 'application/octet-stream') => account.put(at(key), bytes, type),
  }
}
