import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Meter, openDb } from '#db/client.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { restorePoint } from '../support/restore-point.ts'
import { putEmptySite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'

/** An empty site with its owner (10001), and the operator commands on it. */
export async function openEmptySite() {
  const data = await mkdtemp(join(tmpdir(), 'joule-test-'))
  await putEmptySite(data)
  const { storage, stop } = await openStorageIn(data)
  const query = localQuery(storage.DB)
  return {
    storage,
    query,
    db: openDb(storage.DB, new Meter()),
    async run(name: string, ...args: string[]) {
      const lines: string[] = []
      await commandNamed(name).run({ storage, data: '', query, print: (line) => void lines.push(line) }, args)
      return lines
    },
    /** Makes the databases empty again. Images stay in the bucket. */
    empty: await restorePoint(data),
    async close() {
      await stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}

export type EmptySite = Awaited<ReturnType<typeof openEmptySite>>

/** The summary without the lines about the search index and about a dry run. */
export function summaryIn(lines: string[]): string[] {
  return lines.slice(lines.findIndex((line) => line.startsWith('items read')))
}
