import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from './account.ts'
import type { RemoteDatabase } from './database.ts'

/** Writes the whole database as SQL, as it is at one moment: D1 takes no other request meanwhile. */
export async function exportTo(account: Account, { uuid, name }: RemoteDatabase, file: string): Promise<void> {
  const wish = { output_format: 'polling', dump_options: {} }
  const { signed_url } = await finished<{ signed_url: string }>(
    (at) => account.ask('POST', `d1/database/${uuid}/export`, { ...wish, ...(at && { current_bookmark: at }) }),
    `the export of ${name}`,
  )
  const response = await fetch(signed_url).catch(() => null)
  if (!response?.ok || !response.body) throw new Failure(`the export of ${name} cannot be fetched; try again`)
  await pipeline(response.body, createWriteStream(file, { mode: 0o600 }))
}

/** D1 takes a file whole or not at all. A file that it knows by its hash it would not run again: this one must be new. */
export async function importFrom(account: Account, { uuid, name }: RemoteDatabase, file: string): Promise<void> {
  const ask = (body: object) => account.ask<Progress<unknown>>('POST', `d1/database/${uuid}/import`, body)
  const etag = await md5Of(file)
  const { upload_url, filename } = (await ask({ action: 'init', etag })) ?? {}
  if (!upload_url) throw new Failure(`Cloudflare takes no import of ${name}`)
  if ((await uploaded(upload_url, file)) !== etag) throw new Failure(`the database did not arrive at Cloudflare whole`)
  await finished(
    (at) => ask(at ? { action: 'poll', current_bookmark: at } : { action: 'ingest', etag, filename }),
    `the import into ${name}`,
  )
}

interface Progress<Result> {
  success?: boolean
  status?: 'complete' | 'error' | 'active'
  error?: string
  errors?: string[]
  at_bookmark?: string
  result?: Result
  upload_url?: string
  filename?: string
}

/** Asks until it is done; Cloudflare answers late enough. */
async function finished<Result>(
  ask: (at: string | undefined) => Promise<Progress<Result> | null>,
  what: string,
): Promise<Result> {
  let progress = await ask(undefined)
  while (progress && isUnderWay(progress)) progress = await ask(progress.at_bookmark)
  if (progress?.status === 'complete' && progress.result) return progress.result
  throw new Failure(
    `${what} failed: ${progress?.error ?? progress?.errors?.join('; ') ?? 'Cloudflare gives no reason'}`,
  )
}

const isUnderWay = ({ success, status, at_bookmark }: Progress<unknown>) =>
  success !== false && status !== 'complete' && status !== 'error' && at_bookmark !== undefined

/** The hash of what has arrived. */
async function uploaded(url: string, file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  const body = Readable.toWeb(createReadStream(file)) as BodyInit
  // Half: all is sent before an answer is read, which fetch wants to be told of a stream.
  const sent = { method: 'PUT', headers: { 'content-length': String(size) }, body, duplex: 'half' }
  const response = await fetch(url, sent).catch(() => null)
  return response?.ok ? response.headers.get('etag')?.replaceAll('"', '') : undefined
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
