import { readFile, writeFile } from 'node:fs/promises'
import * as z from 'zod'
import { Failure } from '../bootstrap/failure.mjs'
import { inRoot } from '../build/paths.ts'
import { idOf, lockedPackages } from './lock-file.ts'
import { askRegistry } from './registry.ts'

const USAGE = 'usage: npm run audit [-- --offline | --save]'

/**
 * `npm run audit`: checks the packages of package-lock.json against the registry, or against the snapshot in this
 * repository.
 */
export async function audit(args: string[]): Promise<void> {
  const [option, ...rest] = args
  if (rest.length > 0 || (option !== undefined && !['--offline', '--save'].includes(option))) throw new Failure(USAGE)
  const packages = await lockedPackages()
  const snapshot = option === '--offline' ? await readSnapshot() : await askRegistry(packages, new Date())
  if (option === '--save') await writeSnapshot(snapshot)
  console.log(findings(snapshot, packages.map(idOf)).join('\n'))
  if (snapshot.advisories === null)
    throw new Failure('vulnerabilities could not be checked: the registry has no audit endpoint')
}

/**
 * The findings of a snapshot for these packages, as lines to print. Throws for a vulnerability, and for a package that
 * is not in the snapshot.
 */
export function findings({ taken_at, packages, deprecated, advisories }: Snapshot, ids: string[]): string[] {
  const known = new Set(packages)
  const unknown = ids.filter((id) => !known.has(id))
  if (unknown.length > 0)
    throw new Failure(`not audited: ${unknown.slice(0, 5).join(', ')}; run "npm run audit -- --save"`)
  const holes = advisories?.map(
    (hole) => `${hole.package} ${hole.range}: ${hole.title} (${hole.severity}, ${hole.url})`,
  )
  if (holes && holes.length > 0) throw new Failure(`vulnerable packages in package-lock.json:\n${holes.join('\n')}`)
  return [
    `${new Set(ids).size} packages, checked against the registry on ${taken_at.slice(0, 10)}`,
    ...Object.entries(deprecated).map(([id, words]) => `deprecated: ${id}: ${words}`),
    advisories === null ? 'vulnerabilities: not checked (the registry has no audit endpoint)' : 'vulnerabilities: none',
  ]
}

/** For the static checks: needs no network. */
export async function auditOffline(): Promise<string[]> {
  return findings(await readSnapshot(), (await lockedPackages()).map(idOf))
}

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

async function readSnapshot(): Promise<Snapshot> {
  return Snapshot.parse(JSON.parse(await readFile(FILE, 'utf8')))
}

async function writeSnapshot(snapshot: Snapshot): Promise<void> {
  await writeFile(FILE, `${JSON.stringify(snapshot, null, 2)}\n`)
}
