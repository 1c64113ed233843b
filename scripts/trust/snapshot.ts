import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { inRoot } from '../build/paths.ts'

const Snapshot = z.object({
  taken_at: z.string(),
  /** Every audited `name@version`, sorted. */
  packages: z.array(z.string()),
  /** The deprecation messages. */
  deprecated: z.record(z.string(), z.string()),
  /**
   * Vulnerabilities of these versions. Null if the registry has no audit endpoint: then the snapshot proves nothing.
   */
  advisories: z
    .array(
      z.object({ package: z.string(), severity: z.string(), title: z.string(), url: z.string(), range: z.string() }),
    )
    .nullable(),
})

export type Snapshot = z.infer<typeof Snapshot>

const FILE = inRoot('scripts/trust/snapshot.json')

export async function readSnapshot(): Promise<Snapshot> {
  return Snapshot.parse(JSON.parse(await readFile(FILE, 'utf8')))
}

export async function writeSnapshot(snapshot: Snapshot): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(snapshot, null, 2)}\n`)
}
