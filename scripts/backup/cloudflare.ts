import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { repairAll } from '#features/admin/overview/repair.ts'
import { droppingAll } from '#features/backups/schema.ts'
import { typeOfKey } from '#features/images/keys.ts'
import { Failure } from '../bootstrap/failure.mjs'
import { runSilently } from '../build/tools.ts'
import { reindexRemotely } from '../commands/reindex.ts'
import { wranglerQuery } from '../site/query.ts'
import { DatabaseSync } from '../site/sqlite.ts'
import { wranglerDatabase } from '../site/wrangler-database.ts'
import { bucketOf } from './bucket.ts'
import { schemaOf } from './schema.ts'
import type { StoredSite } from './stored-site.ts'

/** The deployed site, through wrangler and the account it is logged in to. */
export async function cloudflare(): Promise<StoredSite> {
  const bucket = await bucketOf('IMAGES')
  const backups = await bucketOf('BACKUPS')
  const query = wranglerQuery('--remote')
  return {
    name: `Cloudflare, bucket ${bucket}`,
    query,
    snapshot: (file) =>
      aside(async (folder) => {
        // Asked for first: travelling there gives nothing newer than the export holds.
        const bookmark = await bookmarkNow()
        const dump = join(folder, 'export.sql')
        await wrangler('export the database', [
          'd1',
          'export',
          'DB',
          '--remote',
          '--skip-confirmation',
          '--output',
          dump,
        ])
        await readInto(file, dump)
        return { bookmark }
      }),
    image: (key) => objectIn(bucket, key),
    scheduled: (key) => objectIn(backups, key),
    async putImage(key, file) {
      const type = typeOfKey(key)
      const args = ['r2', 'object', 'put', `${bucket}/${key}`, '--remote', '--file', file, '--force']
      await wrangler(`store the image ${key}`, [...args, ...(type ? ['--content-type', type] : [])])
    },
    load: (files) =>
      aside(async (folder) => {
        // One file is one import, which D1 takes whole or not at all.
        const whole = join(folder, 'restore.sql')
        const before = ['PRAGMA defer_foreign_keys = TRUE', ...droppingAll(await schemaOf(query))]
        await writeFile(whole, before.map((statement) => `${statement};\n`).join(''))
        for (const file of files) await appendFile(whole, await readFile(file))
        await wrangler('load the database', ['d1', 'execute', 'DB', '--remote', '--yes', '--file', whole])
      }),
    async repair() {
      await repairAll(wranglerDatabase(), new Date())
    },
    async derive() {
      await reindexRemotely()
      return 'Restored. Now run "npm run deploy", which brings the database up to date; the cron makes the search index anew.'
    },
  }
}

function objectIn(bucket: string, key: string): Promise<Uint8Array | null> {
  return aside(async (folder) => {
    const file = join(folder, 'object')
    const args = ['r2', 'object', 'get', `${bucket}/${key}`, '--remote', '--file', file]
    const { code, output } = await runSilently('wrangler', args)
    if (code === 0) return new Uint8Array(await readFile(file))
    if (/does not exist/i.test(output)) return null
    throw new Failure(`wrangler could not get ${key} from ${bucket}: ${lastLine(output)}`)
  })
}

async function bookmarkNow(): Promise<string | null> {
  const { code, output } = await runSilently('wrangler', ['d1', 'time-travel', 'info', 'DB', '--json'])
  const bookmark = code === 0 ? /"bookmark":\s*"([^"]+)"/.exec(output)?.[1] : undefined
  return bookmark ?? null
}

async function readInto(file: string, dump: string): Promise<void> {
  const db = new DatabaseSync(file, { enableForeignKeyConstraints: false })
  try {
    db.exec('BEGIN')
    db.exec(await readFile(dump, 'utf8'))
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

async function wrangler(task: string, args: string[]): Promise<void> {
  const { code, output } = await runSilently('wrangler', args)
  if (code !== 0) throw new Failure(`wrangler could not ${task}: ${lastLine(output)}`)
}

async function aside<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-backup-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const lastLine = (output: string) => /ERROR\]?\s*(.*)/.exec(output)?.[1] ?? output.trim().split('\n').at(-1) ?? ''
