import { onTestFinished } from 'vitest'
import { openDb } from '#db/client.ts'
import { Meter } from '#db/meter.ts'
import { commandNamed } from '../../../scripts/commands/index.ts'
import { localQuery } from '../../../scripts/site/query.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { putEmptySite } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'

/** An empty site with its owner (10001), and the operator commands on it. */
export async function emptySite() {
  const data = await folderWith()
  await putEmptySite(data)
  const { storage, stop } = await openStorageIn(data)
  onTestFinished(stop)
  const query = localQuery(storage.DB)
  const run = async (name: string, ...args: string[]) => {
    const lines: string[] = []
    await commandNamed(name).run({ storage, data: '', query, print: (line) => void lines.push(line) }, args)
    return lines
  }
  return { storage, query, run, db: openDb(storage.DB, new Meter()) }
}

export type EmptySite = Awaited<ReturnType<typeof emptySite>>

/** The summary without the lines about the search index and about a dry run. */
export function summaryIn(lines: string[]): string[] {
  return lines.slice(lines.findIndex((line) => line.startsWith('items read')))
}
