import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '../bootstrap/failure.mjs'
import type { Account } from './account.ts'
import type { RemoteDatabase } from './database.ts'

/**
 * Exports a snapshot of the whole database as SQL. D1 accepts no other request during an export.
 */
export async function exportTo(
  account: Account,
  { uuid, name }: RemoteDatabase,
  file: string,
): Promise<void> {
  const wish = { output_format: 'polling', dump_options: {} }
  const { signed_url } = await finished<{ signed_url: string }>(
    (at) =>
      account.ask('POST', `d1/database/${uuid}/export`, {
        ...wish,
        ...(at && { current_bookmark: at }),
      }),
    `the export of ${name}`,
  )
  const response = await fetch(signed_url).catch(() => null)
  if (!response?.ok || !response.body)
    throw new Failure(`the export of ${name} cannot be downloaded; try again`)
  await pipeline(response.body, createWriteStream(file, { mode: 0o600 }))
}

/**
 * Imports a file in one transaction. D1 skips a file whose hash it has already imported, so the
 * file must be unique.
 */
export async function importFrom(
  account: Account,
  { uuid, name }: RemoteDatabase,
  file: string,
): Promise<void> {
  const ask = (body: object) =>
    account.ask<Progress<unknown>>('POST', `d1/database/${uuid}/import`, body)
  const etag = await md5Of(file)
  const { upload_url, filename } = (await ask({ action: 'init', etag })) ?? {}
  if (!upload_url) throw new Failure(`Cloudflare refused the import of ${name}`)
  if ((await uploaded(upload_url, file)) !== etag)
    throw new Failure(`the upload of the database to Cloudflare is incomplete; try again`)
  await finished(
    (at) =>
      ask(at ? { action: 'poll', current_bookmark: at } : { action: 'ingest', etag, filename }),
    `the import into ${name}`,
  )
}

/** The response to a step of an export or an import. */
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

/** Polls until the operation is done. Each response takes long enough to need no delay. */
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

/**
 * Returns the hash that the storage computed of the uploaded data, undefined if the upload failed.
 */
async function uploaded(url: string, file: string): Promise<string | undefined> {
  const { size } = await stat(file)
  const body = Readable.toWeb(createReadStream(file)) as BodyInit
  // fetch requires `half` for a stream as body: the request is sent before the response is read.
  const sent = { method: 'PUT', headers: { 'content-length': String(size) }, body, duplex: 'half' }
  const response = await fetch(url, sent).catch(() => null)
  return response?.ok ? response.headers.get('etag')?.replaceAll('"', '') : undefined
}

async function md5Of(file: string): Promise<string> {
  const hash = createHash('md5')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
